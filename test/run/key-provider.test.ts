import { idempotencyKeyProvider, newIdempotencyKey } from "../../provider/run/key-provider";
import { VpsInputs } from "../../provider/server/program";
import { MissingKeyError } from "../../provider/service/settings";
import { hostWithoutService } from "../host/support/host-without-service";

const made = Array.from({ length: 200 }, () => newIdempotencyKey(Date.parse("2026-03-01T12:00:00Z")));

test("no two keys and no two passwords are the same, and both have the form that the service takes", () => {
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  expect(new Set(made.map(({ password }) => password)).size).toBe(made.length);
  for (const { key, password, createdAt } of made) {
    // A tag, and a word in a search.
    expect([key, createdAt]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), "2026-03-01T12:00:00.000Z"]);
    expect(VpsInputs.safeParse({ domainName: "web.example.com", password }).success).toBe(true);
    // Every class of character, and nothing that is mistaken for another.
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[a-zA-Z0-9]{25}$/);
    expect(password).not.toMatch(/[0O1Il]/);
  }
});

const started = () => {
  const host = hostWithoutService();
  const newKey = () => newIdempotencyKey(0);
  return { host, provider: idempotencyKeyProvider(() => host, newKey) };
};

test("a key is made without a call to the service, and the purchase in the same process knows that it is new", async () => {
  const { host, provider } = started();
  const { id, outs } = await provider.create({ __provider: "code" });
  expect(outs).toEqual({
    __provider: "code",
    __providerName: "",
    key: id,
    password: expect.any(String),
    createdAt: "1970-01-01T00:00:00.000Z",
  });
  expect(host.memory.ofKey(id).isNew).toBe(true);
});

test("a key never changes: a check, a diff and a refresh leave it as it is, and make no call", async () => {
  const { provider } = started();
  const { id, outs } = await provider.create({ __provider: "code" });
  const inputs = { __provider: "other code" };
  expect(await provider.check?.(outs, { ...inputs, __savedAs: "web" })).toEqual({ inputs, failures: [] });
  expect(await provider.diff?.(id, outs, { __provider: "other code" })).toEqual({ changes: false });
  expect(await provider.read?.(id, outs)).toEqual({ id, props: outs });
});

describe("the deletion where no settings can be had, as in a destroy without the last run's key", () => {
  const variable = "RIMUHOSTING_STRAYSONDELETE";
  const before = process.env[variable];
  afterEach(() => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  });

  async function deleted(value?: string): Promise<readonly string[]> {
    if (value === undefined) delete process.env[variable];
    else process.env[variable] = value;
    const { host } = started();
    const warnings: string[] = [];
    const reporter = { ...host.reporter, warn: (_urn: string | undefined, text: string) => void warnings.push(text) };
    const context = (): never => {
      throw new MissingKeyError();
    };
    await idempotencyKeyProvider(() => ({ ...host, reporter, context })).delete?.("key-1", { key: "key-1" });
    return warnings;
  }

  test.each([undefined, "", "fail", "never"])("fails with %j in the environment", async (value) => {
    await expect(deleted(value)).rejects.toThrow("still billed: RimuHosting needs an API key");
  });

  test('warns with "warn" in the environment of this run', async () => {
    expect(await deleted("warn")).toEqual([expect.stringContaining("RimuHosting needs an API key")]);
  });
});
