import type { z } from "zod";
import type { Service } from "./service";

/** One function: what it may be asked, and how the answer is found. Both forms of it, and its mock in tests, come from here. */
export interface DataFunction<Args extends z.ZodType, Result> {
  readonly name: string;
  /** What a program may write, strictly: a misspelt argument is an error. */
  readonly args: Args;
  readonly answer: (service: Service, args: z.output<Args>) => Promise<Result>;
}

/** How unit tests with mocks see the call, in the manner of generated SDKs. */
export const tokenPrefix = "rimuhosting:index:";
