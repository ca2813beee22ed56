import { setTimeout as sleep } from "node:timers/promises";
import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import type { Story } from "./harness/story";

const shared = declaring(web(), { name: "app" });

/** A stack whose state is a copy of another's, as after an export and an import. */
async function copyOf(told: Story, stack: Stack, program: string): Promise<Stack> {
  const copy = await told.newStack({ name: "copy", program });
  const state = (await stack.exportState()).replaceAll(`urn:pulumi:${stack.name}::`, "urn:pulumi:copy::");
  (await copy.importState(state.replaceAll(`-${stack.name}`, "-copy"), { args: ["--force"] })).expectOk();
  return copy;
}

quickStory("a stack adopts nothing that a copy of it has bought, and the copy nothing of the first", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const copy = await copyOf(told, stack, shared);
  (await copy.up()).expectOk();
  const bought = orderOf(copy, "app");

  for (const result of [await stack.preview(), await stack.up()]) {
    const { text } = result.expectFailure();
    expect(text).toContain(`order ${bought}`);
    expect(text).toContain("bought by the stack shop/copy with the ledger of this one");
    expect(text).not.toContain("unknown to its state");
  }
  expect(stack.findInState("app")).toBeUndefined();

  const both = declaring(web(), { name: "mail" });
  stack.project.write(both);
  const other = (await stack.up()).expectOk();
  expect(other.text).toContain("Bought with the ledger of this stack by another one, shop/copy");
  copy.project.write(declaring(web(), { name: "app" }, { name: "mail" }));
  expect((await copy.up()).expectFailure().text).toContain("bought by the stack shop/dev with the ledger of this one");
  expect(counts(simulator)).toEqual({ bought: 3, cancelled: 0 });
  expect(activeOrders(simulator)).toContain(orderOf(stack, "mail"));
});

/** The service's clock, seen from this machine, whose own is that much ahead or behind. */
const clockOff = (hours: number) => ({ simulator: { clock: { now: () => Date.now() + hours * 3_600_000 } } });

quickStory(
  "with a clock that is hours ahead, a copy adopts nothing that the first stack buys after the copy's first up",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const copy = await copyOf(told, stack, declaring(web()));
    (await copy.up()).expectOk();
    stack.project.write(shared);
    (await stack.up()).expectOk();
    const { text } = (await copy.up()).expectFailure();
    expect(text).toContain("bought by the stack shop/dev with the ledger of this one");
    expect(copy.findInState("app")).toBeUndefined();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
  clockOff(-5),
);

quickStory(
  "with a clock that is hours behind, a renamed stack adopts what it bought before, in a run that was killed",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    stack.project.write(shared);
    await dieAt(simulator, stack, "new-vps");
    // The service tells its time to the second.
    await sleep(2_500);
    (await stack.rename("prod")).expectOk();
    stack.project.write(declaring(web()));
    (await stack.up()).expectOk();
    stack.project.write(shared);
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toContain(orderOf(stack, "app"));
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
  clockOff(5),
);
