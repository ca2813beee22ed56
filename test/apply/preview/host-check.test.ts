import { Preview } from "../../../provider/apply/preview/preview";
import { createServer } from "../../../provider/apply/server/create";
import { type Desired, Unknown } from "../../../provider/plan/model";
import { desiredOf, newContext, simulator, type TestContext } from "../support/simulated-service";

const checked = async (desired: Desired, olds: object = {}, context: TestContext = newContext()) => {
  const preview = new Preview(() => ({ ...context, context: () => context }));
  expect(await preview.check({ ...olds }, desired)).toEqual([]);
  return context.warnings;
};

const lists = () => simulator.journal.calls("list-orders").length;

test("a host that no order of the account is on is a warning before anything is bought, once for all servers", async () => {
  const context = newContext();
  const preview = new Preview(() => ({ ...context, context: () => context }));
  for (const name of ["one", "two"]) await preview.check({}, desiredOf(name, { hostServerOid: "99999" }));
  expect(context.warnings).toEqual([
    expect.stringMatching(
      /^hostServerOid is 99999, but no order of this account is on that host\. .* nothing is bought\.$/,
    ),
  ]);
  expect(lists()).toBe(1);
});

test("a replacement that cancels first says what that would cost", async () => {
  const urn = desiredOf("web").__declaredUrn;
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  const { orderOid, __key: key } = outputs;
  const replacement = desiredOf("web", { hostServerOid: "99999" }, [{ urn, key, orderOid }]);
  expect((await checked(replacement)).join()).toContain("The server that it replaces is cancelled before that");
  expect((await checked({ ...replacement, __isReplacedLast: true })).join()).not.toContain("cancelled before that");
});

test("a host that an order is on, one that stays and one that is not known yet say nothing", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("first"));
  expect(await checked(desiredOf("second", { hostServerOid: outputs.hostServerOid }))).toEqual([]);
  const kept = { domainName: "web.example.com", hostServerOid: "99999" };
  const before = lists();
  expect(await checked(desiredOf("web", kept), kept)).toEqual([]);
  expect(lists()).toBe(before);
  expect(await checked({ ...desiredOf("third"), hostServerOid: new Unknown() })).toEqual([]);
});
