/**
 * The demo's scenes, in order. Each says what it is about, acts, and checks what must be true afterwards; `facts` are pairs of a
 * sentence and whether it holds.
 *
 * @typedef {{ world: any, before: any[], calls: Map<string, number>, output: string }} Outcome
 * @typedef {{ title: string, text: string, act(stage: Stage): Promise<string>, facts(outcome: Outcome): [string, boolean][] }} Scene
 * @typedef {{
 *   declare(...servers: import("./program.mjs").Server[]): void,
 *   show(...args: string[]): Promise<string>,
 *   showRefused(...args: string[]): Promise<string>,
 *   killAtOrder(...args: string[]): Promise<void>,
 *   say(text: string): void,
 *   count(when: string): void,
 *   simulator: any,
 * }} Stage
 */

const up = ["up", "--yes", "--skip-preview"];

const web = { name: "web", memoryMb: 1024 };
const bigger = { name: "web", memoryMb: 2048 };
const shop = { name: "shop" };
const data = { name: "data", distro: "deb13.64", protect: true };
const newImage = { ...data, distro: "ubuntu2404.64" };

const bought =
  (count) =>
  ({ calls }) =>
    (calls.get("new-vps") ?? 0) === count;
const orderOf = (orders, { name }) => orders.find(({ domainName }) => domainName === `${name}.example.com`);

/** @type {Scene[]} */
export const SCENES = [
  {
    title: "Order a server",
    text: "The preview says what the server will cost. The second resource is the server's idempotency key: free, and the reason why scenes 3 and 4 end well.",
    act: async ({ declare, show }) => {
      declare(web);
      return `${await show("preview")}${await show(...up)}`;
    },
    facts: (outcome) => [
      ["the preview named the price", /USD \d+\.\d\d\/month/.test(outcome.output)],
      ["one order was sent, and one server runs", bought(1)(outcome) && outcome.world.activeOrders().length === 1],
    ],
  },
  {
    title: "Change it",
    text: "Twice the memory. The preview shows the new price, and that the server will be restarted.",
    act: async ({ declare, show }) => {
      declare(bigger);
      const output = await show("preview");
      await show(...up);
      return output;
    },
    facts: ({ world, before, calls, output }) => [
      ["the preview named both prices and the restart", /USD .* → USD .*\/month .*will be restarted/.test(output)],
      [
        "the same order has 2048 MB now, and nothing was bought",
        world.activeOrders()[0].sizes.memoryMb === 2048 &&
          world.activeOrders()[0].orderOid === before[0].orderOid &&
          !calls.has("new-vps"),
      ],
    ],
  },
  {
    title: "The answer to an order is lost",
    text: "The service takes the order, and the connection breaks before it can say so. Ordering again would buy a second server. Giving up would leave one that is paid for and in no state.",
    act: async ({ declare, show, simulator }) => {
      declare(bigger, shop);
      simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
      return show(...up);
    },
    facts: (outcome) => [
      ["the order was sent once", bought(1)(outcome)],
      [
        "the same run found it, and its address",
        outcome.output.includes(orderOf(outcome.world.activeOrders(), shop).primaryIp),
      ],
    ],
  },
  {
    title: "The run is killed while it orders",
    text: 'The machine goes down after the order was sent: no process is left, and the state has no server "data". But the service goes on, and bills it.',
    act: async ({ declare, show, killAtOrder, count }) => {
      declare(bigger, shop, data);
      await killAtOrder(...up);
      count("after the crash");
      await show("cancel", "--yes");
      const output = await show(...up);
      await show("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
      return output;
    },
    facts: (outcome) => [
      ["the order was sent once, by the run that was killed", bought(1)(outcome)],
      [
        "the next run found it and bought nothing",
        outcome.output.replace(/\s+/g, " ").includes("bought by an earlier run and adopted"),
      ],
    ],
  },
  {
    title: "A server that must not lose its data",
    text: '"data" has the option protect. Pulumi\'s own protection covers deletions and replacements. Here it also forbids a reinstall, which keeps the server and wipes its disk.',
    act: async ({ declare, showRefused }) => {
      declare(bigger, shop, newImage);
      return showRefused(...up);
    },
    facts: ({ world, before, calls, output }) => [
      ["the run was refused, and named what would be lost", /protect/.test(output)],
      [
        "nothing on the server changed",
        !calls.has("reinstall") && orderOf(world.activeOrders(), data).distro === orderOf(before, data).distro,
      ],
    ],
  },
  {
    title: "Cancel everything",
    text: "Destroying the stack cancels the orders, and asks the service whether they are. The protection has to be taken off first.",
    act: async ({ declare, show }) => {
      declare(bigger, shop, data);
      await show("state", "unprotect", "--all", "--yes");
      return show("destroy", "--yes", "--skip-preview");
    },
    facts: ({ world, before }) => [
      ["every order is cancelled", before.length === 3 && before.every(({ orderOid }) => world.isCancelled(orderOid))],
      ["nothing is billed any more", world.activeOrders().length === 0],
    ],
  },
];
