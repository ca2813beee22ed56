import { engineReporter } from "../../provider/host/reporter";
import { connectEngine, type EngineConnection } from "../../provider/pulumi/engine-connection";
import { goneAddress, startEngine } from "../pulumi/support/grpc-engine";

const asIs = (text: string): string => text;

const urnOf = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`;
const [web, app] = [urnOf("web"), urnOf("app")];

test("messages about a resource arrive in order, on the line or in the log, and none twice", async () => {
  const engine = await startEngine();
  const reporter = engineReporter(connectEngine(engine.address), (text) => text.replace("secret", "***"));
  reporter.progress(web, "ordering");
  reporter.progress(web, "ordering");
  reporter.warn(web, "mind the secret");
  reporter.progress(web, "ordering");
  reporter.summary(app, "done");
  await reporter.flush();
  expect(engine.logged.filter(({ urn }) => urn === web)).toEqual([
    { urn: web, text: "ordering\n(web)", severity: 1, isEphemeral: true },
    { urn: web, text: "mind the ***", severity: 2, isEphemeral: false },
    { urn: web, text: "ordering\n(web)", severity: 1, isEphemeral: true },
  ]);
  expect(engine.logged.filter(({ urn }) => urn !== web)).toEqual([
    { urn: app, text: "\napp: done", severity: 1, isEphemeral: false },
  ]);
});

test.each([
  ["no address", undefined],
  ["an invalid address", "--version"],
])("without an engine it is silent: %s", async (_, address) => {
  const aside: string[] = [];
  const reporter = engineReporter(connectEngine(address), asIs, { fallback: (text) => void aside.push(text) });
  reporter.progress(web, "ordering");
  reporter.warn(undefined, "warning");
  await reporter.flush();
  expect(aside).toEqual([]);
});

test("an engine that is gone fails nothing, is not asked again, and what it was to say goes to stderr", async () => {
  const aside: string[] = [];
  const reporter = engineReporter(connectEngine(await goneAddress()), asIs, {
    fallback: (text) => void aside.push(text),
  });
  reporter.progress(web, "ordering");
  reporter.warn(web, "all data will be lost");
  await reporter.flush();
  reporter.summary(web, "reinstalled");
  reporter.progress(web, "ordering");
  await reporter.flush();
  expect(aside).toEqual(["warning: web: all data will be lost", "web: reinstalled"]);
});

const hostScript = "/home/me/shop/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

test("what an engine cannot be told goes to stderr, with one sentence about why, and without progress or secrets", async () => {
  const aside: string[] = [];
  const clean = (text: string) => text.replace("secret", "***");
  const reporter = engineReporter(connectEngine("unix:/run/engine.sock", undefined, hostScript), clean, {
    fallback: (text) => void aside.push(text),
  });
  reporter.progress(web, "ordering");
  reporter.warn(web, "mind the secret");
  reporter.summary(undefined, "done");
  await reporter.flush();
  const why = aside.shift();
  expect(why).toContain("Warnings and costs go to stderr");
  expect(aside.sort()).toEqual(["done", "warning: web: mind the ***"]);
});

test("nothing waits long for an engine that does not listen", async () => {
  const engine = { ...deafEngine, log: () => new Promise<never>(() => {}) };
  const reporter = engineReporter(engine, asIs, { limitMs: 20 });
  reporter.warn(web, "all data will be lost");
  await expect(reporter.flush()).resolves.toBeUndefined();
});

const deafEngine: EngineConnection = {
  hasEngine: true,
  log: () => Promise.resolve("slow"),
  presence: () => Promise.resolve("slow"),
  isThere: () => Promise.resolve(false),
};
