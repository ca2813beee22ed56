export type Problem = { readonly fieldName?: string; readonly text: string };

/** The service refuses: becomes an error envelope. Thrown before anything is changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly errorClass: string;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options: { status?: number; errorClass?: string } = {}) {
    super(problems.map((problem) => problem.text).join(" "));
    this.status = options.status ?? 400;
    this.errorClass = options.errorClass ?? "ValidationException";
    this.problems = problems;
  }
}

export function refuse(text: string, fieldName?: string): never {
  throw new Refusal([fieldName === undefined ? { text } : { text, fieldName }]);
}
