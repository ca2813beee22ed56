import { exitCodes, type PulumiResult } from "../../provider/cli/command/command";
import { calls, simulator } from "./support/account";
import { documentedCall } from "./support/documented-calls";

type Entries = Readonly<Record<string, { value: string; secret: boolean }>>;

/** A Pulumi CLI with this configuration in its stack. */
const pulumiWith =
  (entries: Entries) =>
  async (args: readonly string[]): Promise<PulumiResult> => {
    asked.push(args.join(" "));
    const stdout = args[0] === "config" ? JSON.stringify(entries) : args[0] === "version" ? "v3.259.0\n" : "dev\n";
    return { code: 0, stdout, stderr: "" };
  };

let asked: string[];
beforeEach(() => {
  asked = [];
});

const secretKey = { "rimuhosting:apiKey": { value: "12345", secret: true } };
const here = (): Entries => ({ ...secretKey, "rimuhosting:baseUrl": { value: simulator.url, secret: false } });

test("the configuration of the folder's stack comes before the environment", async () => {
  const environment = { RIMUHOSTING_APIKEY: "99999", RIMUHOSTING_BASEURL: "http://127.0.0.1:1" };
  const { code } = await documentedCall("orders --stack prod", {
    environment,
    pulumi: pulumiWith(here()),
    network: {},
  });
  expect(code).toBe(0);
  expect(asked).toEqual(["config --json --show-secrets --stack prod"]);
});

test("outside a project nobody asks the Pulumi CLI", async () => {
  expect((await calls("orders", { pulumi: pulumiWith({}) })).code).toBe(0);
  expect(asked).toEqual([]);
});

test.each([
  {
    what: "a plain key",
    entries: { "rimuhosting:apiKey": { value: "12345", secret: false } },
    says: "in plain text in the configuration of the stack",
  },
  {
    what: "a misspelt setting",
    entries: { ...secretKey, "rimuhosting:baseURL": { value: "x", secret: false } },
    says: 'did you mean "rimuhosting:baseUrl"',
  },
])("$what in the configuration is an error, as in a program", async ({ entries, says }) => {
  const { code, stderr } = await documentedCall("orders", { pulumi: pulumiWith(entries) });
  expect(code).toBe(exitCodes.failed);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain("12345");
  const doctor = await documentedCall("doctor", { pulumi: pulumiWith(entries) });
  expect(doctor.code).toBe(exitCodes.found);
  expect(doctor.stdout.replace(/\s+/g, " ")).toContain(says);
  expect(simulator.journal.entries).toEqual([]);
});

test("so is a misspelt variable, with and without a project: the limit it was to set would be none", async () => {
  const environment = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_MAXTOTALCOSTUSD: "1" };
  for (const entries of [{}, undefined]) {
    const { code, stderr } = entries
      ? await documentedCall("orders", { environment, pulumi: pulumiWith(entries) })
      : await calls("orders", { environment });
    expect(code).toBe(exitCodes.failed);
    expect(stderr).toContain("RIMUHOSTING_MAXTOTALMONTHLYCOSTUSD");
  }
});

const locked = async (): Promise<PulumiResult> => ({ code: 1, stdout: "", stderr: "error: incorrect passphrase\n" });

test("a configuration that cannot be read is reported, and only the environment is used", async () => {
  const environment = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url };
  const ended = await documentedCall("orders", { environment, pulumi: locked, network: {} });
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain("incorrect passphrase");
});

test.each([
  ["nothing", {}],
  ["a key that may be for another address", { RIMUHOSTING_APIKEY: "12345" }],
])("a configuration that cannot be read stops a command if the environment gives %s", async (_what, environment) => {
  for (const line of ["orders", "doctor"]) {
    const { code, stdout, stderr } = await documentedCall(line, { environment, pulumi: locked });
    const said = (stdout + stderr).replace(/\s+/g, " ");
    expect(code).toBe(line === "doctor" ? exitCodes.found : exitCodes.failed);
    expect(said).toMatch(/incorrect passphrase.*RIMUHOSTING_APIKEY and RIMUHOSTING_BASEURL/);
  }
  expect(simulator.journal.entries).toEqual([]);
});

test.each([
  ["in a project", locked],
  ["in a folder without one", undefined],
])("a stack that --stack names is the only one meant, %s", async (_where, pulumi) => {
  const environment = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url };
  for (const line of ["orders --stack typo", "doctor --stack typo", "catalog --stack typo"]) {
    const given = { environment, network: {} };
    const { code, stdout, stderr } = pulumi
      ? await documentedCall(line, { ...given, pulumi })
      : await calls(line, given);
    expect([code, stdout]).toEqual([exitCodes.failed, ""]);
    expect(stderr).toContain("not read");
  }
});
