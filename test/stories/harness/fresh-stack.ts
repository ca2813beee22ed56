import { stackSecrets } from "./key-service";

/** What `stack init` and `config set` leave in a stack's settings. JSON is YAML too. */
export function settingsText(project: string, config: Readonly<Record<string, string>>): string {
  // Settings without a namespace are the project's own.
  const entries = Object.entries(config).map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value]);
  const { url, encryptedkey } = stackSecrets;
  return JSON.stringify({ secretsprovider: url, encryptedkey, config: Object.fromEntries(entries) });
}

/** The state of a stack in which nothing is yet. */
export function emptyStateText(project: string, name: string): string {
  const manifest = { time: "2001-01-01T00:00:00Z", magic: "", version: "" };
  const latest = { manifest, secrets_providers: { type: "cloud", state: stackSecrets } };
  return JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/${name}`, latest } });
}
