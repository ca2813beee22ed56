import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { plainComplaint } from "../../schema/plain-errors";
import type { DataFunction } from "./data-function";
import { failure } from "./failure";
import type { Service } from "./service";

/** Asks a service. Every failure is one sentence. */
export async function answerFrom<Args extends z.ZodType, Result>(
  service: () => Service,
  asked: DataFunction<Args, Result>,
  args: unknown,
): Promise<Result> {
  const parsed = asked.args.safeParse(withoutAbsent(args ?? {}), { error: plainComplaint });
  if (!parsed.success) throw failure(`${asked.name}: ${parsed.error.issues.map(complaint).join("; ")}.`);
  try {
    return await asked.answer(service(), parsed.data);
  } catch (error) {
    if (pulumi.RunError.isInstance(error)) throw error;
    throw failure(`${asked.name}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

const withoutAbsent = (args: unknown): unknown =>
  typeof args !== "object" || args === null
    ? args
    : Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));

function complaint(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return `${path === "" ? "there is" : `${path} has`} no argument ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  return path === "" ? issue.message : `${path} ${issue.message}`;
}
