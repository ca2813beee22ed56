import { z } from "zod";
import type { DataCenter } from "../catalogue/catalogue";

/** A machine that VPSs live on. Each has its own addresses, so a move to another host changes a VPS's address. */
export const Host = z.object({
  hostServerOid: z.string(),
  locationCode: z.string(),
  memoryMbTotal: z.number().int(),
  diskGbTotal: z.number().int(),
  /** `ssd`, `nvme`, `recentcpu`, …: what a request's `features` can ask for. */
  features: z.array(z.string()),
  /** First three bytes of its first address block; it has `addressBlocks` blocks of 254 addresses. */
  addressPrefix: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
  addressBlocks: z.number().int(),
  isCustomersOwn: z.boolean(),
});
export type Host = z.infer<typeof Host>;

export function hostName(hostServerOid: string): string {
  return `host${hostServerOid}.rimuhosting.com`;
}

const BLOCKS_PER_HOST = 4;

const BLOCKS_PER_SEED = 64;

/**
 * Three hosts in each location, the last without SSDs. The addresses are reserved for benchmarking (RFC 2544): enough for eight
 * simulators that stand for eight accounts.
 */
export function defaultHosts(dataCenters: readonly DataCenter[], randomSeed: number): Host[] {
  const firstBlock = (Math.abs(randomSeed - 1) % 8) * BLOCKS_PER_SEED;
  return dataCenters.flatMap((dataCenter, place) =>
    [0, 1, 2].map((number) => {
      const index = place * 3 + number;
      const block = (firstBlock + index * BLOCKS_PER_HOST) % 512;
      return {
        hostServerOid: String(1317 + index),
        locationCode: dataCenter.code,
        memoryMbTotal: 786_432,
        diskGbTotal: 20_000,
        features: number === 2 ? ["recentcpu"] : ["ssd", "nvme", "recentcpu"],
        addressPrefix: [198, 18 + Math.floor(block / 256), block % 256] satisfies [number, number, number],
        addressBlocks: BLOCKS_PER_HOST,
        isCustomersOwn: false,
      };
    }),
  );
}
