import * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../provider/account/provider";
import { getOrder, getOrderOutput } from "../../provider/functions/orders";
import { Vps } from "../../provider/index";
import { ReverseDns } from "../../provider/reverse-dns/reverse-dns";
import { refuseOptions, timeoutsOf } from "../../provider/vps/options";

const registered: pulumi.runtime.MockResourceArgs[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.push(args);
      return { id: "1", state: args.inputs };
    },
    call: ({ inputs }) => inputs,
  });
});

/** What a program in JavaScript may pass, whatever the types say. */
const any = (value: unknown) => value as never;

const domainName = "web.example.com";
const vps = (args: unknown, opts?: unknown) => () => new Vps("web", any(args), any(opts));
const record = (args: unknown, opts?: unknown) => () => new ReverseDns("web", any(args), any(opts));
const timeouts = (customTimeouts: unknown) => vps({ domainName }, { customTimeouts });

const mustBe = 'the arguments must be an object such as { domainName: "web.example.com" }, but are';

test.each<[string, () => unknown, string]>([
  ["a string as arguments", vps("web.example.com"), `Vps "web": ${mustBe} a string.`],
  ["a list as arguments", vps([{ domainName }]), `Vps "web": ${mustBe} a list.`],
  ["a function as arguments", vps(() => ({ domainName })), `Vps "web": ${mustBe} a function.`],
  [
    "an instance as arguments",
    vps(
      new (class Server {
        get domainName() {
          return domainName;
        }
      })(),
    ),
    'Vps "web": what is given as arguments is of the class Server, whose methods',
  ],
  ["an output as arguments", vps(pulumi.output({ domainName })), "but are an output: pass an object whose values are"],
  ["a promise as arguments", vps(Promise.resolve({ domainName })), "but are a promise: wait for it, or"],
  [
    "options that are no object",
    vps({ domainName }, "protect"),
    "the options must be an object such as { protect: true }",
  ],
  [
    "a setting that there is not",
    () => new Provider("eu", any({ region: "DCDALLAS" })),
    'Provider "eu": "region" is not a setting. Available: apiKey, baseUrl, allowPlainHttpHost,',
  ],
  [
    "a misspelt setting",
    () => new Provider("eu", any({ apikey: "x" })),
    'Provider "eu": "apikey" is not a setting; did you mean "apiKey"? Available: apiKey, baseUrl,',
  ],
  [
    "a name with an output inside",
    () => new Vps(`web-${pulumi.output("x")}`, { domainName }),
    "the name contains an output that was put into a string",
  ],
  [
    "a name with a promise inside",
    () => new Vps(`web-${Promise.resolve("x")}`, { domainName }),
    "the name contains a promise that was put into a string",
  ],
  ["an output as import", vps({ domainName }, { import: pulumi.output("1") }), "the option import contains an output."],
  [
    "a promise in the text of import",
    vps({ domainName }, { import: `${Promise.resolve("1")}` }),
    'Vps "web": the option import contains a promise. Which order is adopted must be known before anything runs',
  ],
  [
    "a name that is missing",
    () => new Vps(any({ domainName }), any(undefined)),
    "new Vps(name, …): the first argument",
  ],
  [
    "time-outs that are no object",
    timeouts("90s"),
    'Vps "web": customTimeouts must be an object such as { create: "90m" }.',
  ],
  [
    "a time-out in words",
    timeouts({ create: "soon" }),
    'customTimeouts.create must be a duration such as "90s", "10m" or',
  ],
  ["a time-out as number", timeouts({ update: 90 }), 'or "1h30m", but is 90.'],
  [
    "a misspelt time-out",
    timeouts({ creat: "90s" }),
    'customTimeouts has no "creat": it can have create, update, delete and',
  ],
  ["aliases that are no list", vps({ domainName }, { aliases: "old" }), 'Vps "web": aliases must be a list such as'],
  ["an empty alias", vps({ domainName }, { aliases: [null] }), 'Vps "web": aliases must be a list such as'],
  ["no record at all", record(null), 'ReverseDns "web": pass either vps or orderOid.'],
  ["a record of a null server", record({ vps: null, name: domainName }), "pass either vps or orderOid."],
  ["a record as text", record("x"), 'the arguments must be an object such as { vps: web, name: "web.example.com" }'],
  ["a record of a name", record({ vps: "web", name: domainName }), "vps must be a Vps of this program. For another"],
  ["a record with options as text", record({ orderOid: 1, name: domainName }, "x"), "the options must be an object"],
  [
    "a provider as text",
    () => new Provider("eu", any("12345")),
    'Provider "eu": the arguments must be an object such as',
  ],
  ["a provider without a name", () => new Provider(any(undefined)), "new Provider(name, …): the first argument"],
  ["a question as text", () => getOrderOutput(any("web")), "getOrder: the arguments must be an object such as"],
  ["options of a question as text", () => getOrderOutput({ orderOid: 1 }, any("x")), "getOrder: the options must be"],
])("%s is refused in one sentence", (_, declare, words) => {
  let thrown: unknown;
  try {
    declare();
  } catch (error) {
    thrown = error;
  }
  // The engine prints nothing but the message of such an error.
  if (!pulumi.RunError.isInstance(thrown)) throw new Error(`not in plain words: ${String(thrown)}`);
  expect(thrown.message).toContain(words);
  expect(thrown.message).not.toContain("12345");
});

test("the promise form of a question rejects with the same sentence", async () => {
  await expect(getOrder(any("web"))).rejects.toThrow("getOrder: the arguments must be an object such as");
});

const inputsOf = async (resource: pulumi.CustomResource): Promise<Record<string, unknown> | undefined> => {
  await new Promise((resolve) => resource.urn.apply(resolve));
  return registered.at(-1)?.inputs;
};

test("null stands for no arguments and no options", async () => {
  expect(await inputsOf(new Vps("none", any(null), any(null)))).not.toHaveProperty("domainName");
  expect(await inputsOf(new ReverseDns("none", { orderOid: 5, name: domainName }, any(null)))).toMatchObject({
    orderOid: 5,
  });
  expect(new Provider("none", any(null), any(null))).toBeInstanceOf(Provider);
  await expect(getOrder(any(null), any(null))).resolves.toEqual({});
});

test("a time-out for reads is taken, and has no effect: a refresh reads all servers at once", () => {
  expect(timeoutsOf({ create: "90m", read: "10m" })).toEqual({ createMs: 5_400_000 });
  expect(() => refuseOptions("web", { customTimeouts: { read: "10m" } })).not.toThrow();
  expect(timeouts({ read: "soon" })).toThrow("customTimeouts.read must be a duration such as");
});
