import type { AgentOptions } from "node:http";
import { isLoopback } from "./base-url";
import type { Environment } from "./environment";
import { SettingsError } from "./settings";

const asksForProxy = /^https?_proxy$/i;

/** Node's agents read HTTP_PROXY, HTTPS_PROXY and NO_PROXY themselves, since 22.21 and 24.5. This machine is never reached through a proxy. */
export function proxyOptions(url: URL, environment: Environment, nodeVersion = process.versions.node): AgentOptions {
  const isAsked = Object.keys(environment).some((name) => asksForProxy.test(name) && environment[name]);
  if (!isAsked || isLoopback(url.hostname)) return {};
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21))
    return { proxyEnv: { ...environment } };
  const message = `HTTP_PROXY or HTTPS_PROXY asks for a proxy, but Node ${nodeVersion} cannot use one: nothing was sent. Use Node 22.21, 24.5 or newer, or add ${url.hostname} to NO_PROXY and take the others out.`;
  throw new SettingsError([message]);
}

/** Node quotes the URL of a proxy that it cannot use, with the password in it. */
export const proxySecrets = (environment: Environment): string[] =>
  Object.keys(environment).flatMap((name) => {
    const [, user, password] =
      (asksForProxy.test(name) && /\/\/([^/@]*?):([^/@]*)@/.exec(environment[name] ?? "")) || [];
    return user === undefined || password === undefined ? [] : [`${user}:${password}`, password];
  });
