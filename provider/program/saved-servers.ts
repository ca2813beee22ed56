import * as pulumi from "@pulumi/pulumi";
import { savedOutputs } from "../pulumi/program";
import { field, textIn } from "../pulumi/properties";
import { vpsType } from "../pulumi/resource-types";
import { getOrInsertComputed } from "../service/names";

/** A cache: all servers of a program ask for the same. */
const saved = new WeakMap<pulumi.Resource, Promise<readonly object[]>>();

/**
 * The outputs of each server in the stack's saved state. The engine's function for it is undocumented: if it fails, previews know less, and
 * so does the check that a new server is bought in the account of the others.
 */
export function savedServers(): Promise<readonly object[]> {
  const stack = pulumi.runtime.getStackResource();
  return stack === undefined ? Promise.resolve([]) : getOrInsertComputed(saved, stack, readServers);
}

const readServers = (): Promise<readonly object[]> => savedOutputs().then(serversIn, () => []);

const serversIn = (answer: unknown): readonly object[] =>
  Object.values({ ...Object(field(answer, "outputs")) })
    .filter((resource) => field(resource, "type") === vpsType)
    .map((resource) => field(resource, "outputs"))
    .filter((outputs) => outputs instanceof Object);

/** Of each provider, by its name: the newest order in the saved state. That of the stack's own has no name. */
export async function newestOrders(): Promise<Readonly<Record<string, number>>> {
  const orders = (await savedServers()).flatMap((outputs): (readonly [string, number])[] => {
    const orderOid = field(outputs, "orderOid");
    return typeof orderOid === "number" ? [[textIn(outputs, "__providerName") ?? "", orderOid]] : [];
  });
  return Object.fromEntries(orders.sort(([, one], [, other]) => one - other));
}
