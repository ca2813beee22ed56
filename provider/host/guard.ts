import type * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "../pulumi/engine-connection";
import {
  isAbsent,
  isObject,
  isUnknown,
  type Properties,
  plain,
  secretSignature,
  secretSignatureKey,
} from "../pulumi/properties";
import { calls } from "../service/calls";
import { ServiceError } from "../service/errors";
import { type Redactor, registerSecretsOf, secretProperties } from "../service/redactor";
import { SettingsError } from "../service/settings";
import type { Host } from "./host";
import { PartialFailure } from "./outcomes";

/** Pulumi's host prints errors with their stack and knows nothing of secrets, so every error leaves here without either. */
export function cleanErrors<A extends unknown[], R>(
  host: () => Host,
  method: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      const { clean } = host().redactor;
      if (error instanceof PartialFailure)
        throw new PartialFailure(marked(plain(error.properties)), error.reasons.map(clean));
      throw new ShownError(withHeadline(clean(messageOf(error, host()))));
    } finally {
      // The last message must reach the resource's line before the engine closes it.
      await host().reporter.flush();
    }
  };
}

/**
 * The same for what a refresh or a destroy calls: the settings may then be those that the last run saved, and the run says so.
 *
 * @param stillTrue what a call that only reads leaves undone, as a sentence
 */
export const cleanSavedErrors = <R>(
  host: () => Host,
  method: (id: string, properties: Properties) => Promise<R>,
  stillTrue?: (properties: Properties) => string,
) =>
  cleanErrors(host, (id: string, properties: Properties) =>
    method(id, properties).catch((error: unknown) => {
      if (!(error instanceof SettingsError || error instanceof ServiceError)) throw error;
      const isUndone = !(error instanceof ServiceError) || calls[error.call].risk === "read";
      const said = messageOf(error, host());
      const note = said === error.message ? error.savedSettingsNote : undefined;
      const sentences = [isUndone ? stillTrue?.(properties) : undefined, said, note];
      throw new Error(sentences.filter(Boolean).join(" "));
    }),
  );

const messageOf = (error: unknown, { memory }: Host): string =>
  error instanceof ServiceError || error instanceof SettingsError
    ? saidOnce(error, memory.said)
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * What a failure says. What to do about the account, the settings or the network is said once a run: hundreds of servers may meet one failure.
 * What a call that changes something leaves open is said each time.
 *
 * @param said what was said before
 */
function saidOnce(error: ServiceError | SettingsError, said: Set<string>): string {
  const { happened, advice, message } = error;
  if (error instanceof ServiceError && calls[error.call].risk !== "read") return message;
  if (said.has(advice)) return `${happened}.`;
  said.add(advice);
  return message;
}

/**
 * For most calls Pulumi's host prints the error and its stack, and the engine prints the message once more, where it belongs: with the
 * resource. So to the host this error says nothing.
 */
class ShownError extends Error {
  override stack = "";

  override toString(): string {
    return "";
  }
}

/** Leaves out what the host prints of errors that say nothing, `: `; whatever else is printed stays. */
export function dropEmptyErrors(to: Pick<Console, "error">): void {
  const print = to.error;
  to.error = (...words: unknown[]) => {
    if (words.length !== 1 || words[0] !== ": ") print.apply(to, words);
  };
}

type Provider = pulumi.dynamic.ResourceProvider;

/**
 * Wraps a provider so that it registers every secret it receives before it does anything else: if the service quotes one,
 * nobody sees it. Secrets among what it returns for the engine to save are marked as such. The program marks its arguments
 * too, but a transformation may set unmarked ones later.
 */
export function guardingSecrets(provider: Provider, redactor: () => Redactor): Provider {
  const registering =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      for (const properties of args.filter(isObject)) registerSecretsOf(redactor(), { ...properties });
      return method(...args);
    };
  const { check, diff, create, update, read, delete: remove } = provider;
  return {
    ...provider,
    ...(check && { check: registering(async (olds, news) => checked(await check(olds, news), redactor())) }),
    ...(diff && { diff: registering(diff) }),
    create: registering(async (inputs) => withMarks(await create(inputs))),
    ...(update && { update: registering(async (id, olds, news) => withMarks(await update(id, olds, news))) }),
    ...(read && { read: registering(async (id, properties) => withMarks(await read(id, properties))) }),
    ...(remove && { delete: registering(remove) }),
  };
}

function checked({ inputs = {}, failures, ...rest }: pulumi.dynamic.CheckResult, { clean }: Redactor) {
  const shown = failures?.map(({ property, reason }) => ({ property, reason: withHeadline(clean(reason)) }));
  return { ...rest, inputs: marked(inputs), ...(shown && { failures: shown }) };
}

/** What a call returns, with its secrets marked wherever the engine saves them. */
function withMarks<Result extends { outs?: object; props?: object; inputs?: object }>(result: Result): Result {
  const { outs, props, inputs } = result;
  return {
    ...result,
    ...(outs && { outs: marked(outs) }),
    ...(props && { props: marked(props) }),
    ...(inputs && { inputs: marked(inputs) }),
  };
}

const marked = (properties: object): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const isEmpty = isAbsent(value) || isUnknown(value);
      const isSecret = secretProperties.includes(name) && !isEmpty;
      return [name, isSecret ? { [secretSignatureKey]: secretSignature, value } : value];
    }),
  );
