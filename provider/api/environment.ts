/** The variables of the process, as they were when they were read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The only reader of `process.env` in the provider. */
export const readEnvironment = (): Environment => ({ ...process.env });
