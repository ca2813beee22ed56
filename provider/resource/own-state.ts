import * as pulumi from "@pulumi/pulumi";
import type { OwnState } from "../plan/purchase/own-state";

const remembered = Symbol.for("pulumi-rimuhosting.own-state");

/**
 * What the stack's saved state holds of our servers, read once a program. The engine's function for it is undocumented: whatever
 * goes wrong means "unknown", and then nothing is bought where an order might be ours. Its answer holds secrets in
 * clear; only keys and order numbers are taken out of it.
 */
export function ownState(): Promise<OwnState> {
  const stack: (pulumi.Resource & { [remembered]?: Promise<OwnState> }) | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined) return Promise.resolve(undefined);
  stack[remembered] ??= readOwnState();
  return stack[remembered];
}

async function readOwnState(): Promise<OwnState> {
  try {
    const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
    const answer: unknown = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName });
    const resources = field(answer, "outputs");
    if (typeof resources !== "object" || resources === null) return undefined;
    return Object.entries(resources)
      .filter(([, resource]) => field(resource, "type") === "pulumi-nodejs:rimuhosting:Vps")
      .map(([urn, resource]) => {
        const outputs = field(resource, "outputs");
        const key = field(outputs, "__key");
        const orderOid = field(outputs, "orderOid");
        return {
          urn,
          key: typeof key === "string" ? key : undefined,
          orderOid: typeof orderOid === "number" ? orderOid : undefined,
        };
      });
  } catch {
    return undefined;
  }
}

const field = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
