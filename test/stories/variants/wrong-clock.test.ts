import { activeOrders, counts, declaring, quickStory, web } from "../harness/servers";

const twoDaysMs = 2 * 86_400_000;

for (const [name, aheadMs] of [
  ["slow", twoDaysMs],
  ["fast", -twoDaysMs],
] as const) {
  quickStory(
    `a clock of this machine that is two days ${name}: servers are bought, changed and cancelled as ever`,
    async (told) => {
      const { simulator } = told;
      const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
      (await stack.up()).expectOk();
      stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
      const changed = (await stack.up()).expectOk();
      expect(changed.text).not.toContain("still shows it active");
      expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
      (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
      (await stack.destroy()).expectOk();
      expect(activeOrders(simulator)).toEqual([]);
      expect(simulator.journal.calls("delete-vps")).toHaveLength(2);
    },
    { simulator: { clock: { now: () => Date.now() + aheadMs } } },
  );
}
