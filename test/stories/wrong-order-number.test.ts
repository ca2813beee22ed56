import { activeOrders, changingCalls, counts, declaring, quickStory, web } from "./harness/servers";

quickStory(
  "a state that holds the number of another stack's order: a refresh says so, and that server is neither changed nor cancelled",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const other = await told.newStack({ program: declaring({ name: "db" }), project: "blog", name: "prod" });
    (await other.up()).expectOk();
    const [mine = 0, theirs = 0] = activeOrders(simulator);
    (await stack.importState((await stack.exportState()).replaceAll(String(mine), String(theirs)))).expectOk();
    stack.project.write(declaring(web('distro: "deb12.64", memoryMb: 2048')));
    expect((await stack.refresh()).expectOk().text).toContain(`order ${theirs} (db.example.com`);
    simulator.journal.clear();
    expect((await stack.up()).expectFailure().text).toContain("it carries the tag of another resource");
    expect((await stack.destroy()).text).toContain("was not cancelled: it carries the tag of another resource");
    expect(simulator.world.order(theirs).installation.count).toBe(1);
    expect(changingCalls.flatMap((call) => simulator.journal.calls(call))).toEqual([]);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

quickStory("two numbers swapped in a state: no server is wiped, and nobody is told to cancel one", async (told) => {
  const { simulator } = told;
  const program = (args: string) => declaring(web(args), { name: "db", args });
  const stack = await told.newStack({ program: program('distro: "deb13.64"') });
  (await stack.up()).expectOk();
  const [one, two] = activeOrders(simulator).map(String);
  const swapped = (await stack.exportState()).replaceAll(one ?? "", "#").replaceAll(two ?? "", one ?? "");
  (await stack.importState(swapped.replaceAll("#", two ?? ""))).expectOk();
  const refreshed = (await stack.refresh()).expectOk().text;
  expect(refreshed).toContain("it carries the tag of another resource");
  expect(refreshed).not.toContain("cancel the others");
  stack.project.write(program('distro: "deb12.64"'));
  (await stack.up()).expectFailure();
  for (const order of activeOrders(simulator)) expect(simulator.world.order(order).installation.count).toBe(1);
});
