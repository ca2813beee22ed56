import * as pulumi from "@pulumi/pulumi";
import { providerOf } from "../pulumi/internals";
import { urnOf } from "../pulumi/places";
import { isLater, pauseStackTraces, runError } from "../pulumi/program";
import { hostedCode, idempotencyKeyType, typeOf, vpsType } from "../pulumi/resource-types";
import { isSavedKey } from "./saved-state";

/**
 * The idempotency key of a server, declared by `new Vps("web")` under the server's own name. Pulumi saves it before the
 * server is bought, and the order carries it as a tag, by which the next run finds the order.
 *
 * It costs nothing. When it is deleted, after its server, the provider looks for billed orders that carry it; the
 * `straysOnDelete` setting decides what happens then.
 */
export class IdempotencyKey extends pulumi.CustomResource {
  /** The key, a tag on every order that is bought for the server. */
  declare readonly key: pulumi.Output<string>;
  /** A root password, for a server whose program sets none; always secret. */
  declare readonly password: pulumi.Output<string>;
  /** When it was made, ISO 8601 in UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  /** The type in the state and in policies. */
  static readonly __pulumiType = idempotencyKeyType;

  /** Whether an object is an `IdempotencyKey`, even one from another copy of this package. */
  static override isInstance(object: unknown): object is IdempotencyKey {
    return typeOf(object) === idempotencyKeyType;
  }

  /** Declared by `new Vps`. */
  constructor(name: string, opts: pulumi.CustomResourceOptions) {
    const urn = urnOf(idempotencyKeyType, name, opts);
    const declared = Promise.withResolvers<pulumi.Resource>();
    const inputs = {
      __providerName: undefined,
      key: undefined,
      password: undefined,
      createdAt: undefined,
      // The state is read before this run saves a key in it: only so does it show which keys are new.
      __savedAs: declared.promise.then(async (key) => ((await isSavedKey(key, urn)) ? name : undefined)),
      __provider: hostedCode("idempotencyKey"),
    };
    const traces = pauseStackTraces();
    try {
      super(idempotencyKeyType, name, inputs, { ...opts, additionalSecretOutputs: ["password"] });
    } catch (error) {
      throw traces.traced(error);
    } finally {
      traces.resume();
    }
    declared.resolve(this);
  }
}

/** What a key shares with its server: where it is declared, and what becomes of it. */
export const optionsOfKey = ({
  parent,
  provider,
  aliases,
  retainOnDelete,
}: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions => ({
  ...(parent && { parent }),
  ...(provider && { provider }),
  ...(retainOnDelete !== undefined && { retainOnDelete }),
  ...(aliases && { aliases: aliases.map(aliasOfKey) }),
});

/** Fails where a transformation has given one of the two another provider: the key would look for orders in the wrong account. */
export function requireSameProvider(name: string, server: pulumi.Resource, key: IdempotencyKey): void {
  if (providerOf(server) === providerOf(key)) return;
  throw runError(
    `Vps "${name}": a transformation gives it another provider than its IdempotencyKey. Nothing was ordered or changed: give both the same one.`,
  );
}

type Alias = pulumi.Input<pulumi.URN | pulumi.Alias>;

const aliasOfKey = (alias: Alias): Alias => (isLater(alias) ? pulumi.output(alias).apply(ofKey) : ofKey(alias));

/** The same place, with the type of a key. An object without a type takes that of the resource that it is passed to. */
function ofKey(alias: pulumi.URN | pulumi.Alias): pulumi.URN | pulumi.Alias {
  if (typeof alias === "string") return alias.replace(`${vpsType}::`, `${idempotencyKeyType}::`);
  const { type: _, ...place } = alias;
  return place;
}
