import type { z } from "zod";
import { answerFrom, type FunctionName, type questions } from "../../../../provider/program/functions/questions";
import { createClient, type ReadingClient } from "../../../../provider/service/client";
import { resolveSettings } from "../../../../provider/service/settings";
import type { Transport } from "../../../../provider/service/transport";

export const apiKey = "12345";

/** The service at an address, seen by one run. Retries do not wait. */
export const serviceAt = (baseUrl: string, key: string = apiKey): ReadingClient =>
  createClient(resolveSettings({ provider: { baseUrl, apiKey: key } }), { sleep: async () => undefined });

export const serviceWithoutKey = (baseUrl: string): ReadingClient =>
  createClient(resolveSettings({ provider: { baseUrl } }));

export const serviceThatAnswers = (transport: Transport): ReadingClient =>
  createClient(resolveSettings({ provider: { apiKey } }), { transport, sleep: async () => undefined });

/** The arguments of a function. */
export type ArgsOf<Name extends FunctionName> = z.input<(typeof questions)[Name]["args"]>;

/** The result of a function. */
export type ResultOf<Name extends FunctionName> = Awaited<ReturnType<(typeof questions)[Name]["run"]>>;

export const asks = <Name extends FunctionName>(
  service: ReadingClient,
  name: Name,
  args: ArgsOf<Name>,
): Promise<ResultOf<Name>> => answerFrom(() => service, name, args);
