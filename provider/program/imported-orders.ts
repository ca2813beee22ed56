import * as pulumi from "@pulumi/pulumi";
import { providerOf } from "../pulumi/internals";
import { isMocked } from "../pulumi/program";
import { isAbsent } from "../pulumi/properties";
import { vpsType } from "../pulumi/resource-types";

// Hosts cannot see what others import: each provider has its own, and only the program knows all.

/** A server of the program that imports an order. */
interface Importer {
  readonly name: string;
  /** Absent until it is declared. */
  server?: pulumi.Resource;
}

/** Kept on the stack's own object, so that every copy of this package finds it, and a run of its own begins anew. */
const claimed = Symbol.for("pulumi-rimuhosting.imports");

type WithClaims = pulumi.Resource & { [claimed]?: Map<string, Importer> };

/** Fails if two servers of a program import one order. */
export function requireOneImport(name: string, imported: unknown): Importer | undefined {
  const stack: WithClaims | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isAbsent(imported) || isMocked()) return undefined;
  const orderOid = String(imported);
  stack[claimed] ??= new Map();
  const claims = stack[claimed];
  const other = claims.get(orderOid);
  if (other !== undefined)
    throw new pulumi.RunError(
      `"${other.name}" and "${name}" both import order ${orderOid}: deleting one would cancel the server of both. Declare it once; to rename a resource, use the aliases option.`,
    );
  const importer: Importer = { name };
  claims.set(orderOid, importer);
  return importer;
}

/** The orders that servers of other providers import, as far as they are declared by now, with a URN to call each by. */
export function importsElsewhere(server: pulumi.Resource): Readonly<Record<string, string>> | undefined {
  const stack: WithClaims | undefined = pulumi.runtime.getStackResource();
  const elsewhere = [...(stack?.[claimed] ?? [])].filter(
    ([, importer]) => importer.server !== undefined && providerOf(importer.server) !== providerOf(server),
  );
  if (elsewhere.length === 0) return undefined;
  // Without its parent: nothing may wait for the URN of a component, which may wait for this very server.
  const place = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${vpsType}::`;
  return Object.fromEntries(elsewhere.map(([orderOid, { name }]) => [orderOid, place + name]));
}
