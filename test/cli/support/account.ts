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

const keyOf = (name: string): string => `0c9a4a5e-5f3e-4c5e-9d0e-${name.padEnd(12, "0")}`;

/** The tags of an order that `shop/dev` bought. */
export const boughtByShop = (name: string) => [
  { keyName: "pulumi-rimuhosting.key", value: keyOf(name) },
  { keyName: "pulumi-rimuhosting.attempt", value: `1a2b3c4d5e6f.fedcba987654.${name}` },
  { keyName: "pulumi-rimuhosting.name", value: `shop/dev/${name}` },
];

const sizes = (memoryGb: number, diskGb: number, disk2Gb = 0) => ({
  memoryMb: memoryGb * 1024,
  diskSpaceMb: diskGb * 1024,
  diskSpace2Mb: disk2Gb * 1024,
  diskSpace3Mb: 0,
});

const usd = (amt: number) => ({ amt, currency: "CUR_USD", amtUsd: amt });

/** Eight orders: two stacks and other means, VPSs and a dedicated server, stopped, ending and cancelled. */
const documentedOrders: NonNullable<Seed["orders"]> = [
  {
    orderOid: 2853299702,
    domainName: "www.example.com",
    sizes: sizes(4, 40),
    monthlyAmount: usd(17.22),
    orderedAtMs: day("2024-03-11"),
    distro: "deb12.64",
    dataTransferGb: 60,
  },
  {
    orderOid: 2853411087,
    domainName: "mail.example.com",
    locationCode: "DCFRANKFURT",
    sizes: sizes(2, 20, 50),
    monthlyAmount: usd(16.12),
    orderedAtMs: day("2025-09-02"),
    metaData: [{ keyName: "role", value: "mail" }],
    secondaryIps: ["198.18.1.77"],
  },
  {
    orderOid: 2853500314,
    domainName: "old-shop.example.com",
    sizes: sizes(1, 10),
    monthlyAmount: usd(5.82),
    orderedAtMs: day("2023-11-20"),
    distro: "deb11.64",
    cancellationAtMs: day("2026-07-20"),
  },
  {
    orderOid: 2901177465,
    domainName: "bücher.example",
    sizes: sizes(1, 10),
    monthlyAmount: usd(5.82),
    orderedAtMs: day("2026-01-30"),
    runningState: "NOTRUNNING",
  },
  {
    orderOid: 3017759921,
    domainName: "web.shop.example.com",
    locationCode: "DCFRANKFURT",
    sizes: sizes(2, 20),
    monthlyAmount: usd(9.62),
    orderedAtMs: day("2026-04-08"),
    metaData: boughtByShop("web"),
  },
  {
    orderOid: 3017760508,
    domainName: "db.shop.example.com",
    locationCode: "DCFRANKFURT",
    sizes: sizes(4, 80),
    monthlyAmount: usd(22.42),
    orderedAtMs: day("2026-04-08"),
    metaData: boughtByShop("db"),
  },
  {
    orderOid: 3094412230,
    domainName: "web.shop.example.com",
    locationCode: "DCFRANKFURT",
    sizes: sizes(2, 20),
    monthlyAmount: usd(9.62),
    orderedAtMs: day("2026-06-12"),
    metaData: boughtByShop("web-2"),
  },
  {
    orderOid: 1184612801,
    domainName: "backup.example.com",
    serverType: "PHYSICAL",
    sizes: sizes(32, 1000),
    monthlyAmount: usd(149),
    orderedAtMs: day("2022-05-04"),
  },
  {
    orderOid: 2740019355,
    domainName: "staging.example.com",
    sizes: sizes(1, 10),
    monthlyAmount: usd(5.82),
    orderedAtMs: day("2025-08-01"),
    cancellationAtMs: day("2026-02-14"),
    runningState: "NOTRUNNING",
  },
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

beforeAll(async () => {
  clock = manualClock(nowMs);
  simulator = await startSimulator({ clock, latency: "none", seed: { orders: documentedOrders } });
});
afterAll(() => simulator.close());
let usual: Simulator["variants"];
beforeAll(() => {
  usual = { ...simulator.variants };
});
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
