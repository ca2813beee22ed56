import { readAnswer } from "../../provider/service/failures";
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
    for (const body of [
      "<html></html>",
      "",
      "[]",
      `[${good}]`,
      `${good}{}`,
      "null",
      "{}",
      '{"a": {}, "b": {}}',
      '{"a": []}',
    ])
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

test.each<[Partial<WireAnswer>, string]>([
  [{ contentType: "text/html; charset=utf-8", body: "<html>" }, "a web page"],
  [{ status: 302, location: "https://login.example.com/a?token=canary" }, "a redirect to login.example.com"],
  [{ status: 301, location: "/elsewhere" }, "a redirect"],
  [{ status: 407, contentType: "text/html", body: "<html>" }, "the proxy asks for a password"],
  [{ status: 511, contentType: "text/html", body: "<html>" }, "the network asks for a login"],
  [{ body: "\u0028\ufffd" }, "not the service's JSON"],
  [{ body: "" }, "not the service's JSON"],
])("what answers in place of the service is named: %j", (answer, code) => {
  expect(read(answer)).toEqual({ failure: { kind: "unreadable", status: answer.status ?? 200, code } });
});
