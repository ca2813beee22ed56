import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { CALL_NAMES } from "../calls";
import { Fault, Moment } from "../faults/fault";
import type { Gate } from "../faults/gate";
import { keyIn } from "../service/request";
import type { Service } from "../service/service";
import { Catalogue } from "../world/catalogue/catalogue";
import { Host } from "../world/hosts/host";
import { Refusal } from "../world/refusal";
import { Variants } from "../world/variants";
import { World } from "../world/world";
import { CHANGE_NAMES, findChange, placeOutside } from "./changes";

const Faults = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(Fault));
const Advance = z.union([
  z.strictObject({ advanceMs: z.number().min(0) }).transform(({ advanceMs }) => advanceMs),
  z.strictObject({ advanceDays: z.number().min(0) }).transform(({ advanceDays }) => advanceDays * 86_400_000),
]);
const GateRequest = z.strictObject({
  call: z.union([z.enum(CALL_NAMES), z.literal("*")]),
  moment: Moment.default("before-work"),
  orderOid: z.number().int().optional(),
});

/** A control request that cannot be met. */
class NotPossible extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type ControlHandler = (body: unknown, request: FastifyRequest) => unknown;

/** The simulator's own resources, for tests in another process. They need the API key and do not appear in the journal. */
export function registerControl(app: FastifyInstance, service: Service): void {
  const world = new World(() => service.context);
  const gates = new GateList(service);
  const routes: { readonly [methodAndPath: string]: ControlHandler } = {
    "GET /world": () => service.context.state,
    "PUT /catalogue": (body) => Object.assign(world.catalogue, Catalogue.partial().strict().parse(body)),
    "PUT /hosts": (body) => world.hosts.splice(0, world.hosts.length, ...z.array(Host).parse(body)),
    "POST /orders": (body) => world.order(placeOutside(world, body)),
    "POST /orders/:oid/:change": (body, request) => change(world, body, request),
    "GET /journal": () => service.journal.entries,
    "DELETE /journal": () => service.journal.clear(),
    "GET /faults": () => service.faults.unused(),
    "POST /faults": (body) => {
      service.faults.add(...Faults.parse(body));
      return { unused: service.faults.unused() };
    },
    "DELETE /faults": () => {
      service.faults.clear();
      return { unused: [] };
    },
    "GET /variants": () => service.variants,
    "POST /variants": (body) => {
      const given = z.record(z.string(), z.unknown()).parse(body);
      return Object.assign(service.variants, Variants.parse({ ...service.variants, ...given }));
    },
    "GET /clock": () => time(service),
    "POST /clock": (body) => {
      service.advanceClock(Advance.parse(body));
      return time(service);
    },
    "GET /gates": () => gates.list(),
    "POST /gates": (body) => gates.hold(GateRequest.parse(body)),
    "DELETE /gates": () => gates.releaseAll(),
    "GET /gates/:id/reached": (_, request) => gates.reached(request),
    "DELETE /gates/:id": (_, request) => gates.release(request),
    "POST /reset": () => {
      service.reset();
      gates.releaseAll();
      return { reset: true };
    },
  };
  for (const [methodAndPath, handle] of Object.entries(routes)) {
    const [method = "", path = ""] = methodAndPath.split(" ");
    app.route({
      method,
      url: `/simulator${path}`,
      onRequest: (request, reply) => guard(service, request, reply),
      handler: async (request) => (await handle(readJson(request), request)) ?? {},
      errorHandler: (error, _request, reply) => explain(error, reply),
    });
  }
  app.get("/simulator", () => ({
    resources: Object.keys(routes).map((route) => route.replace(" ", " /simulator")),
  }));
  app.all("/simulator/*", (_request, reply) =>
    reply.code(404).send({ error: "No such resource. GET /simulator lists them." }),
  );
}

async function guard(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!service.isKey(keyIn(request.headers)))
    await reply.code(403).send({ error: "The API key is missing or not known." });
}

function readJson({ body }: FastifyRequest): unknown {
  if (typeof body !== "string" || body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new NotPossible(400, "The body is not valid JSON.");
  }
}

function explain(error: unknown, reply: FastifyReply): unknown {
  if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
  if (error instanceof NotPossible) return reply.code(error.status).send({ error: error.message });
  if (error instanceof Refusal) return reply.code(409).send({ error: error.message });
  return reply.code(500).send({ error: error instanceof Error ? error.message : String(error) });
}

function change(world: World, body: unknown, request: FastifyRequest): unknown {
  const { oid, change: name } = Params.parse(request.params);
  const make = findChange(name);
  if (make === undefined)
    throw new NotPossible(404, `There is no change '${name}'. There are ${CHANGE_NAMES.join(", ")}.`);
  if (world.findOrder(oid) === undefined) throw new NotPossible(404, `The simulator has no order ${oid}.`);
  make(world, oid, body);
  return world.order(oid);
}

const Params = z.object({ oid: z.coerce.number(), change: z.string() });

function time({ clock }: Service): { nowMs: number; now: string } {
  const nowMs = clock.now();
  return { nowMs, now: new Date(nowMs).toISOString() };
}

const MAX_WAIT_MS = 60_000;
const GatePlace = z.object({ id: z.coerce.number() });
const Wait = z.object({ timeoutMs: z.coerce.number().min(0).max(MAX_WAIT_MS).default(10_000) });
type HeldGate = { readonly gate: Gate; readonly options: z.output<typeof GateRequest> };

/** Gates that another process holds, by number. */
class GateList {
  readonly #service: Service;
  readonly #held = new Map<number, HeldGate>();
  #last = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  hold(options: z.output<typeof GateRequest>): unknown {
    const { call, moment, orderOid } = options;
    const gate = this.#service.gates.hold(call, { moment, ...(orderOid === undefined ? {} : { orderOid }) });
    this.#held.set(++this.#last, { gate, options });
    return { id: this.#last, ...options };
  }

  list(): unknown {
    return [...this.#held].map(([id, { gate, options }]) => ({ id, ...options, waiting: gate.waiting() }));
  }

  /** Answers when the first request is there, or when the time is up. */
  async reached(request: FastifyRequest): Promise<unknown> {
    const { gate } = this.#find(request);
    const { timeoutMs } = Wait.parse(request.query);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const isReached = await Promise.race([gate.reached.then(() => true), tooLate]);
    clearTimeout(timer);
    return { reached: isReached, waiting: gate.waiting() };
  }

  release(request: FastifyRequest): unknown {
    this.#find(request).gate.release();
    this.#held.delete(GatePlace.parse(request.params).id);
    return {};
  }

  releaseAll(): unknown {
    for (const { gate } of this.#held.values()) gate.release();
    this.#held.clear();
    return {};
  }

  #find(request: FastifyRequest): HeldGate {
    const { id } = GatePlace.parse(request.params);
    const held = this.#held.get(id);
    if (held === undefined) throw new NotPossible(404, `There is no gate ${id}.`);
    return held;
  }
}
