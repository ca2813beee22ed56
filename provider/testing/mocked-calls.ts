import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { resolveSettings } from "../api/settings";
import { answerFrom } from "../functions/asking/answer";
import { type DataFunction, tokenPrefix } from "../functions/asking/data-function";
import { failure } from "../functions/asking/failure";
import { createService } from "../functions/asking/service";
import { type DataFunctionName, dataFunctions } from "../functions/questions/all";

/** Where a simulator listens, without the final `/r`, and a key that it knows. */
export interface AnsweringService {
  baseUrl: string;
  apiKey?: string;
}

type Answers = { readonly [Name in DataFunctionName]?: object | undefined };

/** The answer given for this function, else the service's. */
export async function answerCall(
  call: pulumi.runtime.MockCallArgs,
  answers: Answers,
  service: AnsweringService | undefined,
  others: pulumi.runtime.Mocks | undefined,
): Promise<pulumi.runtime.MockCallResult> {
  const name = functionNamed(call.token);
  if (name === undefined) return others?.call(call) ?? {};
  try {
    return await answerOf(name, call, answers, service);
  } catch (error) {
    // Of what a mock throws, the SDK shows `details` alone.
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw Object.assign(failure(message), { details: message });
  }
}

async function answerOf(
  name: DataFunctionName,
  call: pulumi.runtime.MockCallArgs,
  answers: Answers,
  service: AnsweringService | undefined,
): Promise<pulumi.runtime.MockCallResult> {
  const answer = answers[name];
  if (typeof answer === "function") return answer(call.inputs);
  if (answer !== undefined) return answer;
  if (service === undefined)
    throw failure(`${name}: the test gives no answer. Name one in rimuhostingMocks({ functions: { ${name}: … } }).`);
  const asked = dataFunctions[name] as unknown as DataFunction<z.ZodType, object>;
  return answerFrom(() => createService(resolveSettings({ provider: { ...service } })), asked, call.inputs);
}

function functionNamed(token: string): DataFunctionName | undefined {
  const name = token.startsWith(tokenPrefix) ? token.slice(tokenPrefix.length) : "";
  return Object.hasOwn(dataFunctions, name) ? (name as DataFunctionName) : undefined;
}
