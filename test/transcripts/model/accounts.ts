import { connectionErrorOf } from "../../../provider/service/calls";
import type { Transport, WireAnswer } from "../../../provider/service/transport";
import { latencyMs } from "../../../simulator/src/calls";
import { requestInProcess } from "../../../simulator/src/service/in-process";
import { findRoute } from "../../../simulator/src/service/routing";
import { Service, type ServiceOptions } from "../../../simulator/src/service/service";
import { World } from "../../../simulator/src/world/world";
import type { VirtualClock } from "../../simulation/models/virtual-clock";
import type { Account } from "../runner/stage";

/** The accounts of a conversation on a virtual clock, each at an address of its own. */
export interface ModelAccount extends Account {
  readonly service: Service;
}

export function openAccount(clock: VirtualClock, url: string, options: ServiceOptions): ModelAccount {
  const time = { now: () => clock.nowMs, sleep: (durationMs: number) => clock.sleep(durationMs) };
  const service = new Service({ ...options, clock: time, latency: "real" });
  const { faults, variants, journal } = service;
  return { service, url, faults, variants, journal, world: new World(() => service.context) };
}

/** The network between a host and the accounts. */
export interface Network {
  readonly accounts: readonly ModelAccount[];
  readonly clock: VirtualClock;
  /** A point at which the host may die, and which a dead one never passes. */
  readonly moment: (what: string) => Promise<void>;
}

const travelMs = 200;

export const connect =
  ({ accounts, clock, moment }: Network): Transport =>
  async ({ method, url, headers, body, deadlineMs }) => {
    const path = url.slice(url.indexOf("/r/"));
    const account = accounts.find((one) => url.startsWith(one.url));
    if (account === undefined) throw connectionErrorOf({ code: "ECONNREFUSED", hadConnection: false });
    const route = findRoute({ method, path });
    if (route === undefined) throw new Error(`the service does not know this call: ${method} ${path}`);
    await moment(`${route.call}: before it is sent`);
    await clock.sleep(travelMs);
    const workMs = latencyMs(route.call, "real");
    const response = requestInProcess(account.service, { method, path, headers, body }, { route, workMs });
    await moment(`${route.call}: the service works`);
    const late = clock.sleep(deadlineMs).then(() => "late" as const);
    const answer = await Promise.race([response, late]);
    await moment(`${route.call}: the answer arrives`);
    if (answer === "late")
      throw connectionErrorOf({ code: "ETIMEDOUT", hadConnection: true, timedOutPhase: "request" });
    return received(answer, clock, late);
  };

type Response = Awaited<ReturnType<typeof requestInProcess>>;

async function received(response: Response, clock: VirtualClock, late: Promise<"late">): Promise<WireAnswer> {
  switch (response.kind) {
    case "answer": {
      const { status, contentType, headers, body } = response;
      const date = new Date(clock.nowMs).toUTCString();
      return { status, contentType, retryAfter: headers["retry-after"], date, body };
    }
    case "hang":
      await late;
      throw connectionErrorOf({ code: "ETIMEDOUT", hadConnection: true, timedOutPhase: "request" });
    case "reset":
    case "cut-mid-body":
      throw connectionErrorOf({ code: "ECONNRESET", hadConnection: true });
    default:
      return response satisfies never;
  }
}
