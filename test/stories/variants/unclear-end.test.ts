import { activeOrders, declaring, web } from "../harness/servers";
import { story } from "../harness/story";

const hourMs = 3_600_000;

for (const [what, variants] of [
  ["no running state", { runningStateForm: "null" }],
  ["its words in small letters and its dates as text", { runningStateForm: "lower-case", dateForm: "sql" }],
  ["dates that only a person can read", { dateForm: "words", runningStateForm: "absent" }],
  ["a clock that is three hours behind", { dateErrorMs: -3 * hourMs }],
] as const) {
  story(
    `a service with ${what}: destroy ends with the server, and says nothing of an order that is billed`,
    async (told) => {
      const { simulator } = told;
      Object.assign(simulator.variants, variants);
      const stack = await told.newStack({
        program: declaring(web()),
        env: { RIMUHOSTING_STATETIMEOUTMINUTES: "1" },
      });
      (await stack.up()).expectOk();
      (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
      const destroyed = (await stack.destroy()).expectOk();
      expect(destroyed.text).not.toMatch(/billed|remains open/);
      expect(activeOrders(simulator)).toEqual([]);
      expect(simulator.journal.calls("delete-vps")).toHaveLength(1);
    },
  );
}
