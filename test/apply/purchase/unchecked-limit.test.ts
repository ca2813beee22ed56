import { Refusal } from "../../../provider/apply/failures";
import { previewImport } from "../../../provider/apply/import/adopt";
import { Preview } from "../../../provider/apply/preview/preview";
import { createServer } from "../../../provider/apply/server/create";
import { updateServer } from "../../../provider/apply/server/update";
import type { Desired, Properties } from "../../../provider/plan/model";
import type { VpsInputs } from "../../../provider/schema/vps-inputs";
import type { Disturbance } from "../../../simulator/src/index";
import { changingCalls } from "../../stories/harness/servers";
import { clock, desiredOf, newContext, simulator, type TestContext } from "../support/simulated-service";

const price = (monthly_recurring_amt: unknown): Disturbance => ({ patch: { monthly_recurring_amt } });

/** The ways in which a question for a price may end without an amount in US dollars. */
const failures: readonly (readonly [string, Disturbance])[] = [
  ["names another currency and no estimate", price({ amt: 72.02, currency: "CUR_NZD" })],
  ["has null for the estimate", price({ amt: 72.02, currency: "CUR_NZD", amt_usd: null })],
  ["has 0 for the estimate of an amount", price({ amt: 72.02, currency: "CUR_NZD", amt_usd: 0 })],
  ["names no currency", price({ amt: 5.82 })],
  ["has no amount", price({ currency: "CUR_USD" })],
  ["is of nothing", price({ amt: 0, currency: "CUR_USD", amt_usd: 0 })],
  ["is below zero", price({ amt: -5.82, currency: "CUR_USD", amt_usd: -5.82 })],
  ["is null", price(null)],
  ["has an amount that is no number", price({ amt: "cheap", currency: "CUR_USD" })],
  ["never comes, because the connection is reset", "reset"],
  ["breaks off", "cut-mid-body"],
  ["is cut short", "truncated-json"],
  ["is a web page", { status: 500, body: "html" }],
  ["is forbidden", { status: 403 }],
  ["is refused for its billing", { status: 400, message: "No billing information on file." }],
  ["asks for patience", { status: 429 }],
  ["is a list", "json-list"],
  ["lies elsewhere", "redirect"],
];

/** Where the limit is set. Each alone would allow what is asked for, if it were known what that costs. */
const limits: readonly (readonly [string, Partial<VpsInputs>, Record<string, string>])[] = [
  ["the argument", { maxMonthlyCostUsd: 1000 }, {}],
  ["the setting", {}, { maxTotalMonthlyCostUsd: "1000" }],
];

const small = { memoryMb: 1024, distro: "deb12.64" } as const;
const large = { ...small, memoryMb: 16_384 };

const failQuotes = (how: Disturbance) => simulator.faults.add({ call: "new-vm-pricing", how, times: 50 });

const previewOf = (context: TestContext) => new Preview(() => ({ ...context, context: () => context }));

/** What the preview of a change or an order says, as the reasons of its complaints. */
const previewed = async (context: TestContext, olds: Properties, desired: Desired): Promise<string> =>
  (await previewOf(context).check(olds, desired)).map(({ reason }) => reason).join();

const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof Refusal ? error.message : `not refused: ${JSON.stringify(error)}`;
};

interface Scene {
  /** Leaves the service and the state as they are before the quotes fail. */
  readonly prepare?: () => Promise<unknown>;
  /** What the run is told, in the preview and in the `up`. */
  readonly run: (args: Partial<VpsInputs>, settings: Record<string, string>, before: unknown) => Promise<string[]>;
}

type Made = Awaited<ReturnType<typeof createServer>>;

const bought = () => createServer(newContext(), desiredOf("web", small));

const held = ({ outputs: { orderOid } }: Made) => [
  { urn: desiredOf("web").__declaredUrn, key: "k", orderOid, attempt: undefined },
];

const scenes: Readonly<Record<string, Scene>> = {
  "a first purchase": {
    run: async (args, settings) => [
      await previewed(newContext(settings), {}, desiredOf("web", { ...large, ...args })),
      await outcomeOf(createServer(newContext(settings), desiredOf("web", { ...large, ...args }))),
    ],
  },
  "a replacement, before anything is cancelled": {
    prepare: bought,
    run: async (args, settings, before) => {
      const addresses = { ipRequest: { numIps: 2, extraIpReason: "mail" } };
      const desired = desiredOf("web", { ...small, ...addresses, ...args }, held(before as Made));
      return [
        await previewed(newContext(settings), {}, desired),
        await previewed(newContext(settings), {}, { ...desired, __isReplacedLast: true }),
      ];
    },
  },
  "a resize": {
    prepare: bought,
    run: async (args, settings, before) => {
      const { id, outputs } = before as Made;
      const desired = desiredOf("web", { ...large, ...args }, held(before as Made));
      return [
        await previewed(newContext(settings), { domainName: "web.example.com", ...small }, desired),
        await outcomeOf(updateServer(newContext(settings), id, outputs, desired)),
      ];
    },
  },
  "a larger disk": {
    prepare: bought,
    run: async (args, settings, before) => {
      const { id, outputs } = before as Made;
      const desired = desiredOf("web", { ...small, diskSpace2Mb: 40_960, ...args }, held(before as Made));
      return [
        await previewed(newContext(settings), { domainName: "web.example.com", ...small }, desired),
        await outcomeOf(updateServer(newContext(settings), id, outputs, desired)),
      ];
    },
  },
  "a purchase of unknown outcome that is repeated": {
    prepare: async () => {
      simulator.faults.add({ call: "new-vps", how: "reset" });
      const context = newContext({ unknownOutcomeMinutes: "0" });
      const pending: unknown = await createServer(context, desiredOf("web", large)).catch((error: unknown) => error);
      clock.advance(2 * 3_600_000);
      return pending;
    },
    run: async (args, settings, before) => {
      const { id, properties } = before as { id: string; properties: object };
      const desired = desiredOf("web", { ...large, ...args });
      return [await outcomeOf(updateServer(newContext(settings), id, properties, desired))];
    },
  },
  "an import with a resize": {
    prepare: async () => simulator.world.placeOrder({ domainName: "web.example.com" }).orderOid,
    run: async (args, settings, before) => {
      const desired = {
        ...desiredOf("web", { memoryMb: 16_384, ...args }),
        __import: String(before),
        __onImportDifference: "change" as const,
      };
      return [
        (await previewImport(newContext(settings), desired)).map(({ reason }) => reason).join(),
        await outcomeOf(createServer(newContext(settings), desired)),
      ];
    },
  },
};

describe.each(Object.keys(scenes))("%s", (name) => {
  const { prepare, run } = scenes[name] as Scene;

  describe.each(limits)("with a limit as %s", (_, args, settings) => {
    test.each(failures)("does nothing where the quote %s", async (_, how) => {
      const before = await prepare?.();
      const orders = JSON.stringify(simulator.world.orders());
      simulator.journal.clear();
      failQuotes(how);
      for (const said of await run(args, settings, before)) {
        expect(said).toMatch(/max(Total)?MonthlyCostUsd (is 1000, but )?cannot be enforced, because /);
        expect(said).toMatch(/remove the (limit|setting)\.?$/);
      }
      expect(simulator.journal.entries.filter(({ call }) => changingCalls.some((one) => one === call))).toEqual([]);
      expect(JSON.stringify(simulator.world.orders())).toBe(orders);
    });

    test("is done once the price is known", async () => {
      const before = await prepare?.();
      for (const said of await run(args, settings, before)) expect(said).toMatch(/^$|^not refused/);
    });
  });
});

test("what an interrupted run has bought is adopted, whatever its price, without a question", async () => {
  const { id } = await createServer(newContext(), desiredOf("web", large));
  failQuotes("reset");
  const desired = () => desiredOf("web", { ...large, maxMonthlyCostUsd: 1 });
  expect(await previewed(newContext({ maxTotalMonthlyCostUsd: "1" }), {}, desired())).toBe("");
  expect((await createServer(newContext({ maxTotalMonthlyCostUsd: "1" }), desired())).id).toBe(id);
  expect(simulator.world.orders()).toHaveLength(1);
});

test.each(limits)(
  "a purchase that waits before it is sent again is held to the price of then (%s)",
  async (_, args, settings) => {
    simulator.faults.add({ call: "new-vps", how: { status: 429, retryAfter: "300" } });
    simulator.faults.add({ call: "new-vm-pricing", how: "reset", after: 1, times: 50 });
    expect(await outcomeOf(createServer(newContext(settings), desiredOf("web", { ...small, ...args })))).toContain(
      'Nothing was bought for "web.example.com": ',
    );
    expect(simulator.journal.calls("new-vps")).toHaveLength(1);
    expect(simulator.world.orders()).toEqual([]);
  },
);

const tooLow = price({ amt: 5.82, currency: "CUR_USD", amt_usd: 5.82 });

test("a server that is bought or enlarged at more than its quote, and above the limit, is warned of at once", async () => {
  failQuotes(tooLow);
  const context = newContext();
  const { id, outputs } = await createServer(context, desiredOf("web", { ...large, maxMonthlyCostUsd: 10 }));
  const costs = (usd: string) =>
    expect.stringMatching(new RegExp(`^maxMonthlyCostUsd is 10, but order ${id} .* USD ${usd} a month`));
  expect(context.warnings).toEqual([costs("43.32")]);
  const nextRun = newContext();
  await updateServer(nextRun, id, outputs, desiredOf("web", { ...large, memoryMb: 8192, maxMonthlyCostUsd: 10 }));
  expect(nextRun.warnings).toEqual([costs("23.32")]);
  await updateServer(nextRun, id, outputs, desiredOf("web", { ...small, maxMonthlyCostUsd: 10 }));
  expect(nextRun.warnings).toHaveLength(1);
});

test("one quote right before the purchase serves the argument and the setting", async () => {
  const refused = await outcomeOf(
    createServer(newContext({ maxTotalMonthlyCostUsd: "100" }), desiredOf("web", { ...large, maxMonthlyCostUsd: 10 })),
  );
  expect(refused).toMatch(/^Nothing was bought for "web\.example\.com": maxMonthlyCostUsd is 10, but .* USD 43\.32/);
  await createServer(
    newContext({ maxTotalMonthlyCostUsd: "100" }),
    desiredOf("web", { ...small, maxMonthlyCostUsd: 10 }),
  );
  expect(simulator.journal.calls("new-vm-pricing")).toHaveLength(2);
});
