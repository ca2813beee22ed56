import type * as pulumi from "@pulumi/pulumi";
import { secretInputs } from "../plan/argument/arguments";
import { isUnknown } from "../plan/argument/values";
import { secretSignature, secretSignatureKey } from "../schema/reserved";

type Provider = pulumi.dynamic.ResourceProvider;

/**
 * A provider whose checks mark the secret inputs as such. The program marks them as well, but a transformation may put in
 * plain ones after that, or lose the mark; the engine keeps what the check gives back.
 */
export function withSecretInputs(provider: Provider): Provider {
  return {
    ...provider,
    check: async (olds, news) => {
      const result = (await provider.check?.(olds, news)) ?? { inputs: news };
      const inputs = Object.entries((result.inputs ?? {}) as Record<string, unknown>);
      const marked = inputs.map(([name, value]) => [name, isSecret(name) ? asSecret(value) : value]);
      return { ...result, inputs: Object.fromEntries(marked) };
    },
  };
}

const isSecret = (name: string): boolean => (secretInputs as readonly string[]).includes(name);

const asSecret = (value: unknown): unknown =>
  value === undefined || value === null || isUnknown(value) ? value : { [secretSignatureKey]: secretSignature, value };
