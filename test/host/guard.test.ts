import type * as pulumi from "@pulumi/pulumi";
import { cleanErrors, dropEmptyErrors, guardingSecrets } from "../../provider/host/guard";
import { createHost } from "../../provider/host/host";
import { secretSignature, secretSignatureKey, unknownValueSentinel } from "../../provider/pulumi/properties";
import { vpsProvider } from "../../provider/run/vps-provider";
import { ConnectionError } from "../../provider/service/calls";
import { createRedactor } from "../../provider/service/redactor";

type Provider = pulumi.dynamic.ResourceProvider;

/** A service that quotes everything it can, in the words of the guarded provider. */
const words = "canaryPassword1; canary second line; canary file content; canary-of-the-key; /etc/motd";

const properties = {
  domainName: "web.example.com",
  password: "canaryPassword1",
  cloudConfigData: "#cloud-config\ncanary second line",
  fileInjectionData: [{ path: "/etc/motd", dataAsString: "canary file content" }],
  __keyPassword: "canary-of-the-key",
};

test.each<[string, (provider: Provider) => unknown]>([
  ["check, of old inputs", (provider) => provider.check?.(properties, {})],
  ["check, of new inputs", (provider) => provider.check?.({}, properties)],
  ["diff", (provider) => provider.diff?.("7", properties, {})],
  ["create", (provider) => provider.create?.(properties)],
  ["update", (provider) => provider.update?.("7", {}, properties)],
  ["read", (provider) => provider.read?.("7", properties)],
  ["delete", (provider) => provider.delete?.("7", properties)],
])("a call's secrets are known before the call does anything: %s", async (_, call) => {
  const redactor = createRedactor();
  const said: string[] = [];
  const say = async () => {
    said.push(redactor.clean(words));
    return { inputs: {}, id: "7", outs: {}, changes: false };
  };
  const deleting = async () => void (await say());
  const provider = { check: say, diff: say, create: say, update: say, read: say, delete: deleting };
  await call(guardingSecrets(provider, () => redactor));
  expect(said).toEqual(["[secret]; [secret]; [secret]; [secret]; /etc/motd"]);
});

test("what a call returns is marked where it is secret, and what is unknown or absent is not", async () => {
  const mark = (value: string) => ({ [secretSignatureKey]: secretSignature, value });
  const redactor = createRedactor();
  const given = { ...properties, cloudConfigData: unknownValueSentinel, fileInjectionData: null, __nextPassword: null };
  const saved = { ...given, password: mark(properties.password), __keyPassword: mark(properties.__keyPassword) };
  const provider = guardingSecrets(
    {
      check: async (_, news) => ({ inputs: news, failures: [{ property: "", reason: `bad: ${news.password}` }] }),
      create: async () => ({ id: "7", outs: given }),
      update: async () => ({ outs: given }),
      read: async () => ({ id: "7", props: given, inputs: given }),
    },
    () => redactor,
  );
  const failures = [{ property: "", reason: "bad: [secret]" }];
  expect(await provider.check?.({}, given)).toEqual({ inputs: saved, failures });
  expect(await provider.create({})).toEqual({ id: "7", outs: saved });
  expect(await provider.update?.("7", {}, {})).toEqual({ outs: saved });
  expect(await provider.read?.("7", {})).toEqual({ id: "7", props: saved, inputs: saved });
  const create = async () => ({ id: "7" });
  expect(guardingSecrets({ create }, () => redactor)).toEqual({ create: expect.any(Function) });
});

test("what Pulumi's host prints beside the engine's own message of an error does not repeat it", async () => {
  const host = { redactor: createRedactor(), reporter: { flush: async () => undefined } };
  const failing = cleanErrors(
    () => host as never,
    async () => Promise.reject(new Error("order 7 was to be cancelled")),
  );
  const error = await failing().catch((one: unknown) => one as Error);
  expect(error).toMatchObject({ message: "order 7 was to be cancelled" });
  const printed: unknown[][] = [];
  const terminal = { error: (...words: unknown[]) => void printed.push(words) };
  dropEmptyErrors(terminal);
  terminal.error(`${error}: ${error instanceof Error && error.stack}`);
  const others = [["another line", ": "], ["a line"], [": ", "another"]];
  for (const words of others) terminal.error(...words);
  expect(printed).toEqual(others);
});

test("a host is busy while it changes something, and sends nothing again once its engine is gone", async () => {
  const [stop, busy] = [new AbortController(), [] as boolean[]];
  let [isThere, isBusy] = [true, () => false];
  const host = createHost((key) => ({ "rimuhosting:apiKey": "12345" })[key], {
    engine: { hasEngine: true, log: async () => "there", presence: async () => "there", isThere: async () => isThere },
    createTransport: () => async () => {
      isThere = busy.push(isBusy()) < 2;
      throw new ConnectionError("not-sent", "ECONNREFUSED");
    },
    nowMs: () => 0,
    sleep: async () => undefined,
    random: () => 0,
    newId: () => "id",
    tryPort: async () => "open",
    listenForStop: () => stop.signal,
    endWithEngine: (given) => {
      isBusy = given.isBusy;
    },
  });
  const { client, askEngine } = host.context();
  await expect(client.setRunningState(7, "NOTRUNNING")).rejects.toThrow("ECONNREFUSED");
  expect([busy, isBusy(), await askEngine()]).toEqual([[true, true], false, "stopped"]);
  isThere = true;
  expect(await askEngine()).toBe("runs");
  stop.abort();
  expect(await askEngine()).toBe("stopped");
});

test("a misspelt variable stops what is deleted without the program too: a limit under it would be none", async () => {
  process.env["RIMUHOSTING_MAXTOTALCOSTUSD"] = "1";
  try {
    const host = createHost((key) => ({ "rimuhosting:apiKey": "12345" })[key], undefined);
    const deleting = vpsProvider(() => host).delete?.("7", { domainName: "web.example.com", orderOid: 7, __key: "k" });
    await expect(deleting).rejects.toThrow("did you mean RIMUHOSTING_MAXTOTALMONTHLYCOSTUSD?");
  } finally {
    delete process.env["RIMUHOSTING_MAXTOTALCOSTUSD"];
  }
});
