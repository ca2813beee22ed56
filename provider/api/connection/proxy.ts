import type { AgentOptions } from "node:http";
import type { Environment } from "../environment";
import { SettingsError } from "../settings";
import { isLoopback } from "./base-url";

const variableFor = (protocol: string): string => (protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");

const read = (environment: Environment, name: string): string | undefined =>
  environment[name.toLowerCase()] || environment[name] || undefined;

const isExempt = (environment: Environment, hostname: string): boolean =>
  (read(environment, "NO_PROXY") ?? "")
    .split(/[\s,]+/)
    .some(
      (entry) =>
        entry === "*" || entry === hostname || (entry.startsWith(".") && hostname.endsWith(entry.toLowerCase())),
    );

/** Node's agents know proxies since 22.21 and 24.5. */
const agentsKnowProxies = (nodeVersion: string): boolean => {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
};

/**
 * How to reach a host: through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or directly. This machine is never
 * reached through a proxy. Where Node is too old to use one, that is an error: going round a proxy is not what was asked.
 */
export const proxyOptions = (
  url: URL,
  environment: Environment,
  nodeVersion: string = process.versions.node,
): Pick<AgentOptions, "proxyEnv"> => {
  const variable = variableFor(url.protocol);
  const proxy = read(environment, variable);
  if (proxy === undefined || isLoopback(url.hostname) || isExempt(environment, url.hostname)) return {};
  if (!agentsKnowProxies(nodeVersion))
    throw new SettingsError([
      `${variable} names a proxy, but Node ${nodeVersion} cannot use it. Run Node 22.21, 24.5 or newer, or add ${url.hostname} to NO_PROXY.`,
    ]);
  return { proxyEnv: { [variable]: proxy } };
};
