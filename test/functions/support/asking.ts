import type { z } from "zod";
import type { Transport } from "../../../provider/api/connection";
import { resolveSettings } from "../../../provider/api/settings";
import { answerFrom } from "../../../provider/functions/asking/answer";
import type { DataFunction } from "../../../provider/functions/asking/data-function";
import { createService, type Service } from "../../../provider/functions/asking/service";
import {
  type ArgsOf,
  type DataFunctionName,
  dataFunctions,
  type ResultOf,
} from "../../../provider/functions/questions/all";

export const apiKey = "12345";

/** The service at an address, seen by one run. No retry waits. */
export const serviceAt = (baseUrl: string, key: string = apiKey): Service =>
  createService(resolveSettings({ provider: { baseUrl, apiKey: key } }), { sleep: async () => undefined });

export const serviceWithoutKey = (baseUrl: string): Service =>
  createService(resolveSettings({ provider: { baseUrl } }));

export const serviceThatAnswers = (transport: Transport): Service =>
  createService(resolveSettings({ provider: { apiKey } }), { transport, sleep: async () => undefined });

export function asks<Name extends DataFunctionName>(
  service: Service,
  name: Name,
  args: ArgsOf<Name>,
): Promise<ResultOf<Name>> {
  const asked = dataFunctions[name] as unknown as DataFunction<z.ZodType, ResultOf<Name>>;
  return answerFrom(() => service, asked, args);
}
