import type { PortState } from "../../../provider/host/context";
import { guardingSecrets } from "../../../provider/host/guard";
import { createHost } from "../../../provider/host/host";
import { idempotencyKeyProvider } from "../../../provider/run/key-provider";
import { reverseDnsProvider } from "../../../provider/run/reverse-dns-provider";
import { vpsProvider } from "../../../provider/run/vps-provider";
import type { Transport } from "../../../provider/service/transport";
import type { Plugins } from "../../simulation/models/provider-under-test";
import type { Properties } from "../../simulation/models/stack-state";
import type { Display } from "./display";

/** What a host process gets from its surroundings. */
interface Surroundings {
  /** By their full names. */
  readonly config: Properties;
  readonly display: Display;
  readonly send: Transport;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A number that no other id has. */
  readonly nextId: () => number;
  readonly portState: (port: number) => PortState;
  readonly isEngineThere: () => Promise<boolean>;
}

/** A fresh process of the real host: only the engine, the network, the clock and chance are not its own. */
export function hostProcess(given: Surroundings): Plugins {
  const { config, display, send, nowMs, sleep, nextId, portState, isEngineThere } = given;
  const host = createHost((key) => textOf(config[key]), {
    engine: {
      hasEngine: true,
      log: async ({ urn, severity, text, isEphemeral }) => {
        display.say(urn, severity, text, isEphemeral);
        return "there";
      },
      presence: async () => ((await isEngineThere()) ? "there" : "gone"),
      isThere: isEngineThere,
    },
    createTransport: () => send,
    nowMs,
    sleep,
    random: () => 0.5,
    newId: () => nextId().toString(16).padStart(12, "0"),
    tryPort: async (_address, port) => portState(port),
    listenForStop: () => new AbortController().signal,
    endWithEngine: () => undefined,
  });
  const newKey = () => {
    const id = nextId().toString(16).padStart(12, "0");
    return { key: `00000000-0000-4000-8000-${id}`, password: `r${id}pQ7`, createdAt: new Date(nowMs()).toISOString() };
  };
  const guarded = (provider: Plugins["vps"]) => guardingSecrets(provider, () => host.redactor);
  return {
    vps: guarded(vpsProvider(() => host)),
    key: guarded(idempotencyKeyProvider(() => host, newKey)),
    ptr: guarded(reverseDnsProvider(() => host)),
    provider: explicitProvider(nextId),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The engine keeps the inputs of an explicit provider, and starts a host with them. */
const explicitProvider = (nextId: () => number): Plugins["vps"] => ({
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({
    changes: Object.keys({ ...olds, ...news }).some((name) => olds[name] !== news[name]),
  }),
  create: async (inputs) => ({ id: `provider-${nextId()}`, outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
  read: async (id, props) => ({ id, props: props ?? {} }),
});
