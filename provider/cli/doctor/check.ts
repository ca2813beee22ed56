/** One line of the report. */
export interface Check {
  readonly name: string;
  readonly isOk: boolean;
  /** What is so, or what is wrong and what to do about it. */
  readonly message: string;
}

export const ok = (name: string, message: string): Check => ({ name, isOk: true, message });

export const problem = (name: string, message: string): Check => ({ name, isOk: false, message });
