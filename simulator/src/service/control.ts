import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Fault } from "../faults/fault";
import { keyIn } from "./authorization";
import { bodyOf } from "./received-body";
import type { Service } from "./service";

const Faults = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(Fault));

/** The simulator's own resources, for tests in another process. They need the API key and do not appear in the journal. */
export function registerControl(server: FastifyInstance, service: Service): void {
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!service.isKey(keyIn(request.headers)))
      await reply.code(403).send({ error: "The API key is missing or not known." });
  };
  const options = { onRequest: guard };
  server.get("/simulator/world", options, () => service.era.books.state);
  server.get("/simulator/journal", options, () => service.journal.entries);
  server.get("/simulator/faults", options, () => service.faults.unused());
  server.delete("/simulator/faults", options, () => {
    service.faults.clear();
    return { unused: [] };
  });
  server.post("/simulator/faults", options, (request, reply) => addFaults(service, request, reply));
  server.post("/simulator/reset", options, () => {
    service.reset();
    return { reset: true };
  });
}

function addFaults(service: Service, request: FastifyRequest, reply: FastifyReply): unknown {
  const faults = Faults.safeParse(parseOrUndefined(bodyOf(request)?.text));
  if (!faults.success) return reply.code(400).send({ error: z.prettifyError(faults.error) });
  service.faults.add(...faults.data);
  return { unused: service.faults.unused() };
}

function parseOrUndefined(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}
