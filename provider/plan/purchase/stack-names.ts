// The names that a stack has had. Free of zod, which programs do not load.

import type { StackNames } from "../../schema/hidden-inputs";

/** A name that a stack has had, and since when. */
export interface DatedName {
  /** `project/stack`, as in the readable tag of an order. */
  readonly name: string;
  /** ISO 8601, by the service's clock; a date before every order if that was not known. */
  readonly since: string;
}

/** What tells the orders of this stack from those of a copy of it; `undefined` for a state that remembers no names. */
export function namesOf(saved: readonly DatedName[], here: string): StackNames | undefined {
  const last = saved.at(-1);
  if (last === undefined) return undefined;
  const former = [...new Set(saved.map(({ name }) => name))].filter((name) => name !== here);
  return { here, former, ...(last.name === here ? { since: last.since } : {}) };
}

/** The names that a state remembers from now on. */
export const rememberedNames = (saved: readonly DatedName[], here: string, now: string): readonly DatedName[] =>
  saved.at(-1)?.name === here ? saved : [...saved, { name: here, since: now }];

/** How that tag of an order names a stack. */
export const stackName = (project: string, stack: string): string => readable(`${project}/${stack}`);

/** A tag may not contain spaces or colons, nor be of any length. */
export const readable = (text: string): string => text.replace(/[\s:]+/g, "-").slice(0, 200);
