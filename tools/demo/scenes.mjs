/**
 * The demo's scenes, in order. Each says what it is about, acts, and checks what must be true afterwards; `facts` are pairs of a
 * sentence and whether it holds.
 *
 * @typedef {{ world: any, before: any, order: any, calls: Map<string, number>, output: string }} Outcome
 * @typedef {{ title: string, text: string, act(stage: Stage): Promise<string>, facts(outcome: Outcome): [string, boolean][] }} Scene
 * @typedef {{ set(key: string, value: string): Promise<void>, show(...args: string[]): Promise<string>, watch(...args: string[]): Promise<string>, world: any }} Stage
 */

const up = ["up", "--yes", "--skip-preview"];
const sameOrder = ({ before, order, calls }) => [
  "it is still the same order, and nothing was bought",
  order.orderOid === before.orderOid && !calls.has("new-vps"),
];

function mustSay(output, words) {
  if (!output.includes(words)) throw new Error(`the preview does not say "${words}"`);
}

/** @type {Scene[]} */
export const SCENES = [
  {
    title: "Order a server",
    text: "The program declares one Vps. The preview shows its price. The provider checks before and after the purchase whether the service has the order; it is placed once. The ledger and the memory that appear beside it cost nothing: they are this stack's notebook in its own state, by which a later run finds an order whose answer was lost, instead of buying a second one.",
    act: async ({ show, watch }) => {
      mustSay(await show("preview"), "USD 9.62/month");
      return watch(...up);
    },
    facts: ({ world, order, calls }) => [
      ["one order was bought", calls.get("new-vps") === 1 && world.activeOrders().length === 1],
      ["it runs", order.runningState === "RUNNING"],
    ],
  },
  {
    title: "Run it again",
    text: "Nothing has changed, so nothing is done. The program only checks once whether an order of an interrupted run is billed.",
    act: ({ show }) => show(...up),
    facts: ({ calls }) => [
      ["the service was asked for one list and nothing else", calls.size === 1 && calls.get("list-orders") === 1],
    ],
  },
  {
    title: "Preview more memory",
    text: "A resize restarts the server and is billed pro rata. The preview shows that, and the new price, but changes nothing.",
    act: async ({ set, show }) => {
      await set("memoryMb", "4096");
      return show("preview", "--diff");
    },
    facts: ({ order, calls, output }) => [
      [
        "the preview shows the price, the difference and the restart",
        /USD 9\.62 → USD 14\.62\/month .*restarts/.test(output),
      ],
      ["the server is as it was", order.sizes.memoryMb === 2048 && !calls.has("parameters")],
    ],
  },
  {
    title: "Resize",
    text: "Only what changed is sent; the order is read back, because the service's own answer is stale.",
    act: ({ show }) => show(...up),
    facts: (outcome) => [
      ["it has 4096 MB", outcome.order.sizes.memoryMb === 4096 && outcome.calls.get("parameters") === 1],
      sameOrder(outcome),
    ],
  },
  {
    title: "Reinstall",
    text: "Another image: the data is lost, the order and the address stay. The preview warns about it.",
    act: async ({ set, show }) => {
      await set("distro", "ubuntu2404.64");
      mustSay(await show("preview"), "all data is lost");
      return show(...up);
    },
    facts: (outcome) => [
      [
        "the new image was installed",
        outcome.order.distro === "ubuntu2404.64" && outcome.order.installation.count === 2,
      ],
      ["the address is the same", outcome.order.primaryIp === outcome.before.primaryIp],
      sameOrder(outcome),
    ],
  },
  {
    title: "Stop and start",
    text: "A stopped server is billed like a running one.",
    act: async ({ set, show, world }) => {
      await set("runningState", "NOTRUNNING");
      await show(...up);
      if (world.activeOrders()[0].runningState !== "NOTRUNNING") throw new Error("the server was not stopped");
      await set("runningState", "RUNNING");
      return show(...up);
    },
    facts: (outcome) => [
      [
        "it was stopped and started",
        outcome.order.runningState === "RUNNING" && outcome.calls.get("running-state") === 2,
      ],
    ],
  },
  {
    title: "Move to another host",
    text: "The address may change; the order is read again after the move.",
    act: async ({ set, show, world }) => {
      const { hostServerOid, locationCode } = world.activeOrders()[0];
      const other = world.hosts.find(
        (host) => host.locationCode === locationCode && host.hostServerOid !== hostServerOid,
      );
      await set("hostServerOid", other.hostServerOid);
      return show(...up);
    },
    facts: (outcome) => [
      ["it is on another host", outcome.order.hostServerOid !== outcome.before.hostServerOid],
      ["the output has the new address", outcome.output.includes(outcome.order.primaryIp)],
      sameOrder(outcome),
    ],
  },
  {
    title: "Somebody changes the server elsewhere",
    text: "Memory is reduced in the control panel. A refresh notices, and the next run restores it.",
    act: async ({ show, world }) => {
      world.resizeOutside(world.activeOrders()[0].orderOid, { memoryMb: 1024 });
      const refreshed = await show("refresh", "--yes", "--skip-preview");
      if (!/~.*Vps web|1 updated/.test(refreshed)) throw new Error("the refresh did not find the change");
      return show(...up);
    },
    facts: (outcome) => [["it has 4096 MB again", outcome.order.sizes.memoryMb === 4096], sameOrder(outcome)],
  },
  {
    title: "Cancel",
    text: "Destroying the stack cancels the order, and reads it back to confirm.",
    act: ({ show }) => show("destroy", "--yes", "--skip-preview"),
    facts: ({ world, order }) => [
      ["the order is cancelled", world.isCancelled(order.orderOid)],
      ["nothing is billed any more", world.activeOrders().length === 0],
    ],
  },
];
