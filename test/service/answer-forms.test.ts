import { readAnswer } from "../../provider/service/answer";
import type { WireAnswer } from "../../provider/service/transport";

const good = '{"get_orders_response": {"response_type": "OK", "about_orders": []}}';
const refusal = '{"jaxrs_response": {"response_type": "ERROR", "human_readable_message": "No."}}';
const read = (answer: Partial<WireAnswer>) => readAnswer({ status: 200, body: good, ...answer }, 0, (text) => text);

test.each([undefined, "application/json", "Application/JSON; charset=UTF-8", "application/json;charset=utf-8"])(
  "an answer of the type %j is read, good or bad",
  (contentType) => {
    expect(read({ contentType })).toHaveProperty("content");
    expect(read({ contentType, status: 403, body: refusal })).toMatchObject({
      failure: { kind: "refused", serviceMessage: "No." },
    });
    const others = ["<html></html>", "", "[]", `[${good}]`, `${good}{}`, "null", "{}"];
    for (const body of [...others, '{"a": {}, "b": {}}', '{"a": []}'])
      expect(read({ contentType, body })).toMatchObject({ failure: { kind: "unreadable" } });
  },
);

test.each(["text/html", "text/html; charset=utf-8", "text/plain", "application/xml", "application/octet-stream", ""])(
  "an answer of the type %j is not the service's, whatever it holds",
  (contentType) => {
    expect(read({ contentType })).toMatchObject({ failure: { kind: "unreadable" } });
  },
);

test("an error without a root is read like one with it", () => {
  const body = '{"error_info": {"error_class": "LoginRequired", "human_readable_message": "No."}}';
  expect(read({ status: 403, body })).toMatchObject({
    failure: { kind: "refused", errorClass: "LoginRequired", serviceMessage: "No." },
  });
});

const [human, full, title] = ["human_readable_message", "full_error_message", "error_title"] as const;

// Other clients of the service read the first or the second of these fields, so either may be all that it fills.
test.each<[string, object, string | undefined]>([
  ["the sentence for people first", { error_info: { [human]: "A.", [full]: "B.", [title]: "C" } }, "A."],
  ["then the long one", { error_info: { [full]: "B.", [title]: "C" } }, "B."],
  ["then the title", { error_info: { [title]: "C" } }, "C"],
  ["before what stands around it", { error_info: { [title]: "C" }, [human]: "D." }, "C"],
  [
    "each further error, but no sentence twice",
    { error_info: { [human]: "A." }, extended_error_infos: [{ [full]: "B." }, { [human]: "A." }] },
    "A. B.",
  ],
  ["a further error alone", { extended_error_infos: [{ [full]: "B." }] }, "B."],
  ["nothing", { error_info: {} }, undefined],
])("the words of a refusal: %s", (_, content, serviceMessage) => {
  const body = JSON.stringify({ jaxrs_response: { response_type: "ERROR", ...content } });
  expect(read({ status: 400, body })).toEqual({ failure: { kind: "refused", status: 400, serviceMessage } });
});

test.each<[Partial<WireAnswer>, string]>([
  [{ contentType: "text/html; charset=utf-8", body: "<html>" }, "a web page"],
  [{ status: 302, location: "https://login.example.com/a?token=canary" }, "a redirect to login.example.com"],
  [{ status: 300, location: "/elsewhere" }, "a redirect"],
  [{ status: 407, contentType: "text/html", body: "<html>" }, "the proxy asks for a password"],
  [{ status: 511, contentType: "text/html", body: "<html>" }, "the network asks for a login"],
  [{ body: "\u0028\ufffd" }, "not the service's JSON"],
  [{ body: "" }, "not the service's JSON"],
])("what answers in place of the service is named: %j", (answer, code) => {
  expect(read(answer)).toEqual({ failure: { kind: "unreadable", status: answer.status ?? 200, code } });
});
