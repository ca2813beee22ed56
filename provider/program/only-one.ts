import * as pulumi from "@pulumi/pulumi";
import { isMocked, runError } from "../pulumi/program";

/** The servers that each run has declared. */
const declared = new WeakMap<pulumi.Resource, Set<string>>();

/**
 * Fails if a server of this URN is declared already. So does Pulumi, but about the idempotency key, which the program does not mention.
 *
 * @param urn a promise within a component: the answer is one then, too
 */
export function requireOnlyOne(name: string, urn: string | Promise<string>): undefined | Promise<void> {
  if (typeof urn === "string") return note(urn, `Two servers are called "${name}". Give one of them another name.`);
  const problem =
    `Two servers are called "${name}", in one component or in components of one type, which Pulumi does not tell apart. ` +
    "Give one of them another name; in a component, begin it with the component's own.";
  return urn.then((known) => note(known, problem));
}

function note(urn: string, problem: string): undefined {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return;
  const urns = declared.get(stack) ?? new Set();
  if (urns.has(urn)) throw runError(problem);
  declared.set(stack, urns.add(urn));
}
