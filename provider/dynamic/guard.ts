import type * as pulumi from "@pulumi/pulumi";
import type { Redactor } from "../api/secrets";
import { PartialFailure } from "../apply/partial-failure";
import { isUnknown } from "../plan/equality";
import { secretSignature, secretSignatureKey } from "../schema/reserved";
import { secretProperties } from "../schema/secret-inputs";
import type { Host } from "./host";
import { plain } from "./properties";

/** The host prints the stack of what is thrown, and knows nothing of secrets: every error leaves here without either. */
export function cleanErrors<A extends unknown[], R>(
  process: () => Host,
  method: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      const { clean } = process().redactor;
      if (error instanceof PartialFailure)
        throw new PartialFailure(error.id, plain(error.properties), error.reasons.map(clean));
      const shown = new Error(clean(error instanceof Error ? error.message : String(error)));
      shown.stack = "";
      throw shown;
    } finally {
      // What was said last is to stand on the resource's line when the engine closes it.
      await process().reporter.flush?.();
    }
  };
}

type Provider = pulumi.dynamic.ResourceProvider;

type Properties = Record<string, unknown>;

/**
 * The same provider, which learns every secret that it is handed before it says a word, so that a service that quotes one
 * shows it to nobody; and whose checks mark the secret inputs as such. The program marks them as well, but a
 * transformation may put in plain ones after that, or lose the mark: the engine keeps what the check gives back.
 */
export function guardingSecrets(provider: Provider, redactor: () => Redactor): Provider {
  const learning = <Args extends unknown[], Result>(method: (...args: Args) => Result): ((...args: Args) => Result) => {
    return (...args) => {
      for (const secret of args.flatMap(secretsIn)) redactor().register(secret);
      return method(...args);
    };
  };
  const { check, diff, create, update, read, delete: remove } = provider;
  return {
    ...provider,
    ...(check && { check: learning(async (olds, news) => marked(await check(olds, news), redactor())) }),
    ...(diff && { diff: learning(diff) }),
    ...(create && { create: learning(create) }),
    ...(update && { update: learning(update) }),
    ...(read && { read: learning(read) }),
    ...(remove && { delete: learning(remove) }),
  };
}

const isSecret = (name: string): boolean => secretProperties.includes(name);

/** The texts in the secret properties; files have several. */
function secretsIn(properties: unknown): string[] {
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).flatMap(([name, value]) => (isSecret(name) ? textsIn(value) : []));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return isUnknown(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  // Where a file goes is no secret, and would be missing from every message that names it.
  return Object.entries(value).flatMap(([name, part]) => (name.startsWith("data") ? textsIn(part) : []));
}

function marked({ inputs, failures, ...rest }: pulumi.dynamic.CheckResult, { clean }: Redactor) {
  const shown = failures?.map(({ property, reason }) => ({ property, reason: clean(reason) }));
  const entries = Object.entries((inputs ?? {}) as Properties);
  return {
    ...rest,
    inputs: Object.fromEntries(entries.map(([name, value]) => [name, isSecret(name) ? asSecret(value) : value])),
    ...(shown && { failures: shown }),
  };
}

const asSecret = (value: unknown): unknown =>
  value === undefined || value === null || isUnknown(value) ? value : { [secretSignatureKey]: secretSignature, value };
