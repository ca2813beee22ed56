import { PassThrough } from "node:stream";
import { exitCodes } from "../../provider/cli/command/errors";
import { boughtByShop, calls, shopState, simulator } from "./support/account";

const web = 3017759921;
const db = 3017760508;
const stray = 3094412230;

const orphansOf = (state: string, options = "") => calls(`orphans - ${options}`, { stdin: PassThrough.from([state]) });

const found = async (state: string, options = "") => {
  const { code, stdout } = await orphansOf(state, `${options} --json`);
  const { orphans } = JSON.parse(stdout) as { orphans: { orderOid: number; why: string }[] };
  return { code, orphans: orphans.map(({ orderOid, why }) => [orderOid, why]) };
};

test.each([
  { what: "one that the state never held", held: { web, db }, orphans: [[stray, "interrupted"]] },
  { what: "one that it held once", held: { web, "web-2": stray }, orphans: [[db, "given-away"]] },
  { what: "none", held: { web, db, "web-2": stray }, orphans: [] },
])("$what", async ({ held, orphans }) => {
  const code = orphans.length > 0 ? exitCodes.found : exitCodes.done;
  expect(await found(shopState(held))).toEqual({ code, orphans });
});

test("an order of the same stack under another ledger is one, and an order of another stack is not judged", async () => {
  simulator.world.placeOrder({ domainName: "a.example.com", metaData: boughtByShop("a", "another-ledger") });
  const others = boughtByShop("b", "third").map((tag) => ({
    ...tag,
    value: tag.value.replace("shop/dev", "blog/live"),
  }));
  simulator.world.placeOrder({ domainName: "b.example.com", metaData: others });
  const { stdout, code } = await orphansOf(shopState());
  expect(code).toBe(exitCodes.found);
  expect(stdout).toMatch(/a\.example\.com .*bought under another ledger/);
  expect(stdout).not.toContain("b.example.com");
  expect(stdout).toContain("Not judged, because their state was not given: orders of blog/live (1).");
});

test("what is kept on purpose is left out", async () => {
  expect(await found(shopState(), `--except ${stray}`)).toEqual({ code: exitCodes.done, orphans: [] });
});

test.each(["missing", "absent", "null", "other-shape"] as const)(
  "they are found where lists show tags as %s",
  async (tagsInLists) => {
    simulator.variants.tagsInLists = tagsInLists;
    expect(await found(shopState())).toEqual({ code: exitCodes.found, orphans: [[stray, "interrupted"]] });
  },
);

test("the order of a purchase that a resource waits for is none", async () => {
  const state = JSON.parse(shopState());
  const attempt = boughtByShop("web-2").find(({ keyName }) => keyName.endsWith("attempt"))?.value;
  state.deployment.resources.push({
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web-2",
    type: "pulumi-nodejs:rimuhosting:Vps",
    outputs: { __key: "k", __attempt: attempt },
  });
  const { code, stdout } = await orphansOf(JSON.stringify(state));
  expect(code).toBe(exitCodes.done);
  expect(stdout).toContain("1 further order of a purchase that got no answer (3094412230)");
});

test("an order that a Vps.get only reads is not held by it", async () => {
  const state = JSON.parse(shopState());
  state.deployment.resources.push({
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::read",
    type: "pulumi-nodejs:rimuhosting:Vps",
    outputs: { orderOid: stray },
  });
  expect((await found(JSON.stringify(state))).orphans).toEqual([[stray, "interrupted"]]);
});

test.each([
  { what: "an empty stack", state: '{"version":3,"deployment":{"manifest":{}}}', says: "holds no resources at all" },
  { what: "no JSON", state: "error: no stack selected", says: "it is not JSON" },
  { what: "other JSON", state: "[]", says: "it has no deployment" },
])("$what does not pass for a stack without orphans", async ({ state, says }) => {
  const { code, stdout, stderr } = await orphansOf(state);
  expect({ code, stdout }).toEqual({ code: exitCodes.settings, stdout: "" });
  expect(stderr).toContain(says);
});

test("without a file the folder's stack is exported", async () => {
  const pulumi = async (args: readonly string[]) => ({
    code: 0,
    stdout: args[1] === "export" ? shopState() : "",
    stderr: "",
  });
  const { code, stdout } = await calls("orphans", { pulumi });
  expect(code).toBe(exitCodes.found);
  expect(stdout).toContain("web-2");
  const failing = await calls("orphans", {
    pulumi: async () => ({ code: 1, stdout: "", stderr: "error: no stack selected\n" }),
  });
  expect(failing.code).toBe(exitCodes.settings);
  expect(failing.stderr).toContain("could not be exported (no stack selected)");
});
