/**
 * Whether this is an inline program of the Automation API. It runs in the caller's process, whose directory and environment
 * say nothing about the workspace's.
 */
export const isInlineProgram = (mainFile = require.main?.filename): boolean =>
  mainFile === undefined || !cliRunner.test(mainFile);

/** The script with which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;
