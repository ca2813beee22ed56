import { diffVps, type Plan, planChange } from "../../../provider/server/plan-change";
import type { Program as PreviewedProgram, Resolved } from "../../../provider/server/program";
import { recordNew, stateAfter } from "../../../provider/server/record";
import {
  type OwnedServer,
  type Server,
  type Step,
  type StepKind,
  serverOf,
  withOrder,
  withStep,
} from "../../../provider/server/server";
import type { AboutOrder } from "../../../provider/service/wire/order";

export const nowMs = Date.parse("2026-03-01T12:00:00Z");

/** An order as the service lists it: a small server that has run in Dallas for an hour. */
export const anOrder = (parts: Partial<AboutOrder> = {}): AboutOrder => ({
  orderOid: 2853299702,
  domainName: "web.example.com",
  slug: "order-2853299702-web-example-com",
  runningState: "RUNNING",
  distro: "deb12.64",
  vpsParameters: { memoryMb: 1024, diskSpaceMb: 10_240, diskSpace2Mb: 0, diskSpace3Mb: 0 },
  allocatedIps: { primaryIp: "198.51.100.7", secondaryIps: [] },
  location: { dataCenterLocationCode: "DCDALLAS", dataCenterLocationName: "Dallas" },
  hostServerOid: "1317",
  billingOid: 1012,
  billingInfo: {
    orderDate: "2026-03-01T11:00:00Z",
    monthlyRecurringAmt: { amount: 20, currency: "USD", amountUsd: 20 },
  },
  metaData: [],
  ...parts,
});

export const cancelledOrder = (parts: Partial<AboutOrder> = {}): AboutOrder =>
  anOrder({ runningState: "NOTRUNNING", billingInfo: { cancellationDate: "2026-03-01T11:30:00Z" }, ...parts });

/** A program whose values are all known, as in an `up`. */
export type Program = Resolved<PreviewedProgram>;

/** A program's arguments, with what the constructor adds. */
export function wanting(program?: Program): Program;
export function wanting(program: PreviewedProgram): PreviewedProgram;
export function wanting(program: PreviewedProgram = {}): PreviewedProgram {
  return { domainName: "web.example.com", __key: "key-1", __keyPassword: "made-with-the-key-1", ...program };
}

/** The state right after a program was applied. */
export const recordedAfter = (desired: Program = {}, order: AboutOrder = anOrder()): OwnedServer =>
  recordNew(wanting(desired), order, "the password valid now");

/** The state after an update whose steps were these, if it went to its end or failed then. */
export function afterUpdate(
  saved: OwnedServer,
  program: Program,
  end: "done" | "failed" = "done",
  steps: readonly Step["kind"][] = [],
): OwnedServer {
  const password = program.password ?? "made-with-the-key-1";
  const stepOf = (kind: Step["kind"]): Step => ({ kind, sizes: {}, because: [], hostServerOid: "" }) as Step;
  const server = steps.reduce<Server>(
    (before, kind) => withStep(before, stepOf(kind), program, anOrder(), password),
    serverOf(saved),
  );
  const installed = steps.includes("reinstall") ? password : undefined;
  return stateAfter(server, program, diffVps(saved, program), end, installed);
}

/** The plan for a server whose order was read, after these steps of the same run. */
export const planned = (
  saved: OwnedServer,
  program: PreviewedProgram,
  order: AboutOrder = anOrder(),
  done: readonly StepKind[] = [],
): Plan =>
  planChange(withOrder({ ...serverOf(saved), done: new Set(done) }, order), program, diffVps(saved, program), nowMs);
