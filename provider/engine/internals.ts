/** The oldest and the newest version of the SDK with which everything here was tried. */
export const oldestSdk = "3.216.0";
export const newestSdk = "3.270.0";
/** The same for the CLI. */
export const oldestCli = "3.216.0";
export const newestCli = "3.274.1";

/** What a run says, or a program ends with, where this SDK or CLI lacks an undocumented part of Pulumi that is used here. */
export const lacksMessage = (without: string, version = "of an unknown version"): string =>
  `Pulumi's SDK ${version}, or its CLI, has changed in a way that pulumi-rimuhosting does not know. ${without} ` +
  `Use @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`;
