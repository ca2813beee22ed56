import { ReverseDnsPreview } from "../../../provider/apply/preview/preview-reverse-dns";
import { createServer } from "../../../provider/apply/server/create";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

const calls = () => simulator.journal.entries.map(({ call }) => call);

test("a service that does not answer is waited for once, and the up decides", async () => {
  const context = newContext();
  const preview = new ReverseDnsPreview();
  simulator.faults.add({ call: "*", how: { status: 500, body: "html" }, times: 100 });
  expect(await preview.check(() => context, { orderOid: 1, ip: "198.18.0.9" }, "urn")).toEqual([]);
  const asked = calls().length;
  expect(await preview.check(() => context, { orderOid: 2, ip: undefined }, "urn")).toEqual([]);
  expect(calls()).toHaveLength(asked);
  expect(context.warnings).toEqual([expect.stringContaining("is not checked, because the orders could not be read: ")]);
});

test("a key that the service refuses is an error", async () => {
  const record = { orderOid: 1, ip: undefined };
  const refused = newContext({ apiKey: "99999-wrong" });
  expect(await new ReverseDnsPreview().check(() => refused, record, "urn")).toEqual([
    { property: "", reason: expect.stringContaining("refused by the service") },
  ]);
});

test("nothing is asked about a server that the same run has bought", async () => {
  const context = newContext();
  const { outputs } = await createServer(context, desiredOf("mail"));
  simulator.journal.clear();
  const record = { orderOid: outputs.orderOid, ip: outputs.primaryIp };
  expect(await new ReverseDnsPreview().check(() => context, record, "urn")).toEqual([]);
  expect(calls()).toEqual([]);
});
