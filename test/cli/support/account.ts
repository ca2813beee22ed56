import { PassThrough } from "node:stream";
import type { CommandContext, PulumiResult } from "../../../provider/cli/command/command";
import { run } from "../../../provider/cli/run";
import { type ManualClock, manualClock, type Seed, type Simulator, startSimulator } from "../../../simulator/src/index";

/** The service of a test file, with the account that the documentation shows. Reset before each test. */
export let simulator: Simulator;
export let clock: ManualClock;

/** What the documentation is dated. */
const nowMs = Date.UTC(2026, 5, 15, 12);

const day = (iso: string): number => Date.parse(`${iso}T08:00:00Z`);

export const keyOf = (name: string): string => `0c9a4a5e-5f3e-4c5e-9d0e-${name.padEnd(12, "0")}`;

/** The tags of an order that `shop/dev` bought. */
export const boughtByShop = (name: string) => [
  { keyName: "pulumi-rimuhosting.key", value: keyOf(name) },
  { keyName: "pulumi-rimuhosting.attempt", value: `1a2b3c4d5e6f.fedcba987654.${name}` },
  { keyName: "pulumi-rimuhosting.name", value: `shop/dev/${name}` },
];

type Order = NonNullable<Seed["orders"]>[number];

const order = (
  orderOid: number,
  domainName: string,
  [memoryGb = 0, diskGb = 0, disk2Gb = 0]: number[],
  usd: number,
) => ({
  orderOid,
  domainName,
  sizes: { memoryMb: memoryGb * 1024, diskSpaceMb: diskGb * 1024, diskSpace2Mb: disk2Gb * 1024, diskSpace3Mb: 0 },
  monthlyAmount: { amt: usd, currency: "CUR_USD", amtUsd: usd },
});

const inFrankfurt = { locationCode: "DCFRANKFURT" };
const isStopped = { runningState: "NOTRUNNING" } as const;

/** Nine orders: two stacks and other means, VPSs and a dedicated server, stopped, ending and cancelled. */
const documentedOrders: readonly [Order, ordered: string, more: Partial<Order>][] = [
  [order(2853299702, "www.example.com", [4, 40], 17.22), "2024-03-11", { distro: "deb12.64", dataTransferGb: 60 }],
  [
    order(2853411087, "mail.example.com", [2, 20, 50], 16.12),
    "2025-09-02",
    { ...inFrankfurt, metaData: [{ keyName: "role", value: "mail" }], secondaryIps: ["198.18.1.77"] },
  ],
  [
    order(2853500314, "old-shop.example.com", [1, 10], 5.82),
    "2023-11-20",
    { distro: "deb11.64", cancellationAtMs: day("2026-07-20") },
  ],
  [order(2901177465, "bücher.example", [1, 10], 5.82), "2026-01-30", isStopped],
  [
    order(3017759921, "web.shop.example.com", [2, 20], 9.62),
    "2026-04-08",
    { ...inFrankfurt, metaData: boughtByShop("web") },
  ],
  [
    order(3017760508, "db.shop.example.com", [4, 80], 22.42),
    "2026-04-08",
    { ...inFrankfurt, metaData: boughtByShop("db") },
  ],
  [
    order(3094412230, "web.shop.example.com", [2, 20], 9.62),
    "2026-06-12",
    { ...inFrankfurt, metaData: boughtByShop("web-2") },
  ],
  [order(1184612801, "backup.example.com", [32, 1000], 149), "2022-05-04", { serverType: "PHYSICAL" }],
  [
    order(2740019355, "staging.example.com", [1, 10], 5.82),
    "2025-08-01",
    { ...isStopped, cancellationAtMs: day("2026-02-14") },
  ],
];

interface Saved {
  /** The orders of servers, by name. */
  readonly held?: Readonly<Record<string, number>>;
  /** The names of idempotency keys. */
  readonly keys?: readonly string[];
  /** Further entries. */
  readonly more?: readonly object[];
}

/** What `pulumi stack export` prints for the stack `shop/dev`: it holds `web` and `db`, and the key of a server whose purchase was interrupted. */
export const shopState = ({
  held = { web: 3017759921, db: 3017760508 },
  keys = ["web", "db", "web-2"],
  more = [],
}: Saved = {}): string => {
  const entry = (type: string, name: string, outputs: object) => ({
    urn: `urn:pulumi:dev::shop::${type}::${name}`,
    type,
    outputs,
  });
  return JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time: "2026-06-14T20:00:00Z" },
      resources: [
        entry("pulumi:pulumi:Stack", "shop-dev", {}),
        ...keys.map((name) => entry("pulumi-nodejs:rimuhosting:IdempotencyKey", name, { key: keyOf(name) })),
        ...Object.entries(held).map(([name, orderOid]) =>
          entry("pulumi-nodejs:rimuhosting:Vps", name, { __key: keyOf(name), orderOid }),
        ),
        ...more,
      ],
    },
  });
};

let usual: Simulator["variants"];
beforeAll(async () => {
  clock = manualClock(nowMs);
  const orders = documentedOrders.map(([one, ordered, more]) => ({ ...one, orderedAtMs: day(ordered), ...more }));
  simulator = await startSimulator({ clock, latency: "none", seed: { orders } });
  usual = { ...simulator.variants };
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
  Object.assign(simulator.variants, usual);
});

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const noPulumi = async (): Promise<PulumiResult> => ({ code: undefined, stdout: "", stderr: "" });

/** Runs one command line against the simulator, without a terminal. Retries do not wait. */
export async function calls(line: string, given: Partial<CommandContext> = {}): Promise<Ended> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const code = await run(
    line.split(" ").filter(Boolean),
    { stdout, stderr },
    {
      environment: { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url },
      folder: "/",
      stdin: PassThrough.from([]),
      pulumi: noPulumi,
      nodeVersion: "24.21.0",
      ...given,
      network: { clock: () => clock.now(), sleep: async () => undefined, ...given.network },
    },
  );
  return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
}

const textOf = (stream: PassThrough): string => String(stream.read() ?? "");
