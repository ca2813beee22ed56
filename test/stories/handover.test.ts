import { activeOrders, counts, declaring, orderOf, quickStory, web } from "./harness/servers";
import type { Stack } from "./harness/stack";

const urnOf = (stack: Stack): string => stack.findInState("web")?.urn ?? "";

quickStory.exhaustively(
  "what the state once held is remembered by a run without changes, unseen in any preview, and never taken back",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const quiet = (await stack.preview({ args: ["--expect-no-changes", "--diff"] })).expectOk();
    expect(quiet.text).not.toContain("orders");
    const same = (await stack.up({ preview: true, args: ["--expect-no-changes"] })).expectOk();
    expect(same.text).not.toContain("orders");
    expect(stack.findInState("order-history")?.outputs["orders"]).toEqual([orderOf(stack)]);

    const [orderOid] = activeOrders(simulator);
    (await stack.deleteFromState(urnOf(stack))).expectOk();
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain(`order ${orderOid} (web.example.com, ordered 20`);
    expect(refused.text).toMatch(/[A-Z]{3} \d+\.\d\d\/month/);
    expect(refused.text).toContain("once in this stack's state");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    // The ways out: another name, cancelling what nobody owns, or taking it back.
    stack.project.write(declaring({ name: "shop" }));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    simulator.world.cancelOutside(orderOid ?? 0);
    stack.project.write(declaring({ name: "shop" }, web()));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 3, cancelled: 1 });

    const again = orderOf(stack);
    (await stack.up()).expectOk();
    (await stack.deleteFromState(urnOf(stack))).expectOk();
    expect((await stack.up()).expectFailure().text).toContain(`import: "${again}"`);
    stack.project.write(declaring({ name: "shop" }, web(undefined, `import: "${again}"`)));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 3, cancelled: 1 });
    (await stack.destroy()).expectOk();
  },
);

quickStory(
  "an up with a target that leaves a new server out forgets no order that the state once held",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.up()).expectOk();
    const [given, app] = [orderOf(stack), orderOf(stack, "app")];
    (await stack.deleteFromState(urnOf(stack))).expectOk();
    // In such a run the engine tells as little about the other server as in a preview.
    (await stack.up({ args: ["--target", "**::app"] })).expectOk();
    expect(stack.findInState("order-history")?.outputs["orders"]).toEqual(expect.arrayContaining([given, app]));
    expect((await stack.up()).expectFailure().text).toContain("once in this stack's state");
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

quickStory(
  "state delete right after the purchase, then up: what was given away is neither taken back nor bought again",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const [given] = activeOrders(simulator);
    (await stack.deleteFromState(urnOf(stack))).expectOk();
    for (const result of [await stack.preview(), await stack.up()])
      expect(result.expectFailure().text).toContain(`import: "${given}"`);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    // The way out: taken back on purpose.
    stack.project.write(declaring(web(undefined, `import: "${given}"`)));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    expect(orderOf(stack)).toBe(given);
  },
);

quickStory.exhaustively(
  "old backups restored: from before the ledger it is refused, from before the last replacement nothing is bought",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    const empty = await stack.exportState();
    (await stack.up()).expectOk();
    const early = await stack.exportState();
    (await stack.up({ args: ["--replace", urnOf(stack)] })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
    const [orderOid] = activeOrders(simulator);

    (await stack.importState(early)).expectOk();
    // The state holds the cancelled one; the refresh sees that, and the order that the lost state held is the resource's own.
    (await stack.up({ args: ["--refresh"] })).expectOk();
    expect(orderOf(stack)).toBe(orderOid);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });

    (await stack.importState(empty)).expectOk();
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain(`order ${orderOid}`);
    expect(refused.text).toContain("under another ledger");
    expect(refused.text).toContain("rimuhosting:foreignOrders ignore");
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });

    // The ways out: an order that nobody owns is cancelled; one of another stack is ignored, and left alone.
    (await stack.up({ env: { RIMUHOSTING_FOREIGNORDERS: "ignore" } })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 3, cancelled: 1 });
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([orderOid]);
    (await stack.up()).expectFailure();
    simulator.world.cancelOutside(orderOid ?? 0);
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 4, cancelled: 3 });
  },
);

quickStory.exhaustively(
  "moved to another stack and declared here again: refused; the new owner alone can cancel it",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    const other = await told.newStack({ program: declaring(web()), name: "other" });
    (await stack.up()).expectOk();
    (await stack.up()).expectOk();
    const [orderOid] = activeOrders(simulator);
    (await stack.moveTo(other, [urnOf(stack)])).expectOk();
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain(`order ${orderOid}`);
    expect(refused.text).toContain("another stack or a person may own that server now");

    // The former owner goes: it names the order, and leaves it alone.
    const warned = (await stack.destroy()).expectFailure();
    expect(warned.text).toContain(`order ${orderOid}`);
    expect(warned.text).toContain("pulumi state move");
    (await stack.destroy({ env: { RIMUHOSTING_STRAYSONDESTROY: "warn" } })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    // The new owner works with it as ever.
    (await other.up()).expectOk();
    expect(orderOf(other)).toBe(orderOid);
    (await other.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "kept with retainOnDelete: the former owner never cancels it and never buys it again",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({
      program: declaring(web(undefined, "retainOnDelete: true"), { name: "app" }),
    });
    (await stack.up()).expectOk();
    const kept = orderOf(stack);
    stack.project.write(declaring({ name: "app" }));
    (await stack.up()).expectOk();
    stack.project.write(declaring(web(), { name: "app" }));
    expect((await stack.up()).expectFailure().text).toContain(`order ${kept}`);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    const warned = (await stack.destroy()).expectFailure();
    expect(warned.text).toContain(`order ${kept}`);
    expect(warned.text).toContain("retainOnDelete");
    expect(activeOrders(simulator)).toEqual([kept]);
    (await stack.destroy({ env: { RIMUHOSTING_STRAYSONDESTROY: "warn" } })).expectOk();
    expect(activeOrders(simulator)).toEqual([kept]);
  },
);
