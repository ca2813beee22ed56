import { vpsProvider } from "../../provider/dynamic/vps";
import { unknownValueSentinel } from "../../provider/engine/reserved";
import { HostMemory } from "../../provider/host/memory";
import { vpsArguments } from "../../provider/schema/vps-arguments";
import { hostWithoutService } from "./support/host-without-service";

const withoutKey = hostWithoutService();

test("what differs from run to run is not kept, nor is the key's password: the next run would save everything again", async () => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
  const news = { ...same, __keyPassword: "canary", __isPreview: true, __leftOut: ["distro"] };
  expect((await check?.(same, news))?.inputs).toEqual(same);
});

test.each(vpsArguments)("an unknown %s passes unchanged", async (argument) => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
  const news = { ...same, [argument]: unknownValueSentinel };
  expect(await check?.(same, news)).toEqual({ inputs: news, failures: [] });
});

test("a refresh shows a change outside the program's arguments; the program's own diff does not", async () => {
  const { diff } = vpsProvider(() => withoutKey);
  const inputs = { domainName: "web.example.com", __key: "key-1", __urn: "ending" };
  const ending = { ...inputs, orderOid: 1, cancellationDate: "2026-04-01T00:00:00Z", __managed: ["domainName"] };
  expect(await diff?.("1", ending, inputs)).toEqual({ changes: true, replaces: [] });
  const remembering = { ...withoutKey, memory: new HostMemory() };
  const program = vpsProvider(() => remembering);
  await program.check?.(inputs, inputs);
  expect(await program.diff?.("1", ending, inputs)).toEqual({ changes: false, replaces: [] });
});
