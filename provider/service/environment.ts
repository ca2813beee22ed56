/** The environment variables, as they were when read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The only place in the provider that reads `process.env`. */
export const readEnvironment = (): Environment => ({ ...process.env });
