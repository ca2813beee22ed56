import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { activeOrders, changingCalls } from "./harness/servers";
import { type Story, story } from "./harness/story";

const API_KEY = "a-key-of-the-acceptance-test";
const options = { simulator: { apiKeys: [API_KEY] }, env: { RIMUHOSTING_APIKEY: API_KEY, ACCEPTANCE_LIMIT_USD: "20" } };

class AcceptanceRun {
  text = "";
  /** What it prints to be published. */
  report = "";
  readonly exitCode: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(stage: Story, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, [join(REPOSITORY, "tools/acceptance/run.mjs"), ...args], {
      env: { ...stage.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.text += chunk;
      });
    }
    this.child.stdout?.on("data", (chunk: string) => {
      this.report += chunk;
    });
    this.exitCode = new Promise((resolve) => this.child.once("close", resolve));
  }

  interrupt(): void {
    this.child.kill("SIGINT");
  }
}

story.exhaustively(
  "the acceptance test takes a server through its life, cancels it, and reports what it found without a secret",
  async (stage) => {
    const { world, journal } = stage.simulator;
    const run = new AcceptanceRun(stage);
    expect({ exitCode: await run.exitCode, text: run.text }).toMatchObject({ exitCode: 0 });
    const [order] = world.orders();
    expect(world.orders()).toHaveLength(1);
    expect(world.activeOrders()).toEqual([]);
    const changes = journal.entries.filter(({ call }) => changingCalls.some((name) => name === call));
    expect(changes.map(({ call }) => call)).toEqual(["new-vps", "parameters", "reinstall", "delete-vps"]);
    expect(run.report).toContain("It costs USD 5.82 a month with");
    for (const step of ["preview", "create", "run again", "resize", "reinstall", "cancel"])
      expect(run.report).toMatch(new RegExp(`^${step}: \\d+ s; \\w`, "m"));
    expect(run.report).toContain("it kept its address");
    expect(run.report).toContain("Cancelled and read back: 1.");
    const secrets = [API_KEY, world.rootPassword(order?.orderOid ?? 0), order?.primaryIp, order?.domainName, "Visa"];
    for (const secret of [...secrets, String(order?.orderOid)])
      expect(`${run.text}${run.report}`).not.toContain(secret ?? "nothing");
  },
  options,
);

story.exhaustively(
  "an acceptance test that is interrupted while it orders cancels what it bought",
  async (stage) => {
    const gate = stage.simulator.hold("new-vps", { moment: "after-work" });
    const run = new AcceptanceRun(stage);
    await Promise.race([gate.reached, run.exitCode]);
    run.interrupt();
    while (!run.text.includes("Stopping.")) await new Promise((resolve) => setTimeout(resolve, 20));
    gate.release();
    expect({ exitCode: await run.exitCode, text: run.text }).toMatchObject({ exitCode: 1 });
    expect(stage.simulator.world.orders()).toHaveLength(1);
    expect(activeOrders(stage.simulator)).toEqual([]);
    expect(run.report).toContain("Cancelled and read back: 1.");
  },
  options,
);

story.exhaustively(
  "an acceptance test of which a step fails, or which the purchase does not answer, cancels what it bought",
  async (stage) => {
    const { faults } = stage.simulator;
    faults.add({ call: "new-vps", moment: "after-work", how: { status: 502, body: "html" } });
    faults.add({ call: "parameters", moment: "before-work", how: "not-changed" });
    const run = new AcceptanceRun(stage);
    expect({ exitCode: await run.exitCode, text: run.text }).toMatchObject({ exitCode: 1 });
    expect(stage.simulator.world.orders()).toHaveLength(1);
    expect(activeOrders(stage.simulator)).toEqual([]);
    expect(run.report).toMatch(/^create: /m);
    expect(run.report).not.toMatch(/^resize: /m);
    expect(run.text).toContain("FAILED: ");
  },
  options,
);

story(
  "an acceptance test buys nothing without both terms, above the limit, or beside what an earlier one left",
  async (stage) => {
    const { world, journal, faults } = stage.simulator;
    for (const name of ["RIMUHOSTING_APIKEY", "ACCEPTANCE_LIMIT_USD"]) {
      const without = new AcceptanceRun(stage, [], { [name]: "" });
      expect(await without.exitCode).toBe(2);
      expect(without.text).toContain(`${name} must be set. Nothing was called.`);
    }
    expect(journal.entries).toEqual([]);

    const costly = new AcceptanceRun(stage, [], { ACCEPTANCE_LIMIT_USD: "12" });
    expect(await costly.exitCode).toBe(1);
    expect(costly.text).toContain(
      "may cost USD 5.82 + 7.07 a month, more than the limit of USD 12. Nothing was bought.",
    );

    faults.add({ call: "new-vm-pricing", how: { patch: { monthly_recurring_amt: null } } });
    const priceless = new AcceptanceRun(stage);
    expect(await priceless.exitCode).toBe(1);
    expect(priceless.text).toContain("the service names no price in USD. Nothing was bought.");

    const mine = world.placeOrder({ domainName: "web.example.com" });
    const left = world.placeOrder({ domainName: "pulumi-acceptance-0123abcd.example.com" });
    const again = new AcceptanceRun(stage);
    expect(await again.exitCode).toBe(1);
    expect(again.text).toContain(`order ${left.orderOid}, pulumi-acceptance-0123abcd.example.com`);
    expect(journal.entries.filter(({ call }) => changingCalls.some((name) => name === call))).toEqual([]);

    expect(await new AcceptanceRun(stage, ["--cancel-leftovers"]).exitCode).toBe(0);
    expect(activeOrders(stage.simulator)).toEqual([mine.orderOid]);
  },
  options,
);
