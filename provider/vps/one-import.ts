import * as pulumi from "@pulumi/pulumi";
import { isMocked } from "../engine/program";

/** Kept on the stack's own object, so that every copy of this package finds it, and a run of its own begins anew. */
const claimed = Symbol.for("pulumi-rimuhosting.imports");

type WithClaims = pulumi.Resource & { [claimed]?: Map<string, string> };

/** Fails if two servers of a program import one order. Hosts cannot see that: each provider has its own, and only the program knows all. */
export function requireOneImport(name: string, imported: unknown): void {
  const stack: WithClaims | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || imported === undefined || imported === null || isMocked()) return;
  const orderOid = String(imported);
  stack[claimed] ??= new Map();
  const claims = stack[claimed];
  const other = claims.get(orderOid);
  if (other !== undefined)
    throw new pulumi.RunError(
      `"${other}" and "${name}" both import order ${orderOid}: to delete one would cancel the server of both. Declare it once; to rename a resource, use the option aliases.`,
    );
  claims.set(orderOid, name);
}
