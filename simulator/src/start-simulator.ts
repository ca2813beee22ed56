import type { CallName } from "./calls";
import type { Fault } from "./faults/fault";
import type { FaultPlan } from "./faults/fault-plan";
import type { Gate, GateOptions } from "./faults/gate";
import { buildApp } from "./http/app";
import type { Journal } from "./journal";
import { Service, type ServiceOptions } from "./service/service";
import type { Variants } from "./world/variants";
import { World } from "./world/world";

export type SimulatorOptions = ServiceOptions & {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. The simulator speaks plain HTTP and holds passwords: keep it on loopback. */
  readonly host?: string;
  readonly faults?: readonly Fault[];
};

export type Simulator = {
  /** Scheme, host and port, without a path. */
  readonly url: string;
  readonly world: World;
  readonly journal: Journal;
  readonly faults: FaultPlan;
  /** Can be changed while it runs. */
  readonly variants: Variants;
  /** Holds matching requests at one moment of their work until the gate is released. */
  hold(call: CallName | "*", options?: GateOptions): Gate;
  /** Goes back to the seed: cuts requests under way, releases gates, clears faults and journal. */
  reset(): void;
  /** Cuts requests under way and frees the port. A world kept on disk stays there. */
  close(): Promise<void>;
};

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const service = new Service(options);
  if (options.faults !== undefined) service.faults.add(...options.faults);
  const app = buildApp(service);
  const address = { port: options.port ?? 0, host: options.host ?? "127.0.0.1" };
  const url = await app.listen(address).catch((error: unknown) => {
    service.end();
    throw error;
  });
  return {
    url,
    world: new World(() => service.context),
    journal: service.journal,
    faults: service.faults,
    variants: service.variants,
    hold: (call, gateOptions) => service.gates.hold(call, gateOptions),
    reset: () => service.reset(),
    close: async () => {
      service.end();
      await app.close();
    },
  };
}
