/*
 * Each sending of a purchase has a name of its own, put on the order as a tag. It begins with the name of the run, so
 * that orders of the same run are told from those that an earlier one left behind.
 */

const separator = ".";

export const attemptIn = (run: string, id: string): string => `${run}${separator}${id}`;

export const runOf = (attempt: string): string => attempt.split(separator)[0] ?? "";
