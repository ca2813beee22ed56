import type { AgentOptions } from "node:http";
import { isLoopback } from "./base-url";
import type { Environment } from "./environment";
import { SettingsError } from "./settings";

type Variable = { name: string; value: string };

/** Lower case takes precedence, as in other programs. An empty variable counts as unset. */
const read = (environment: Environment, upperCaseName: string): Variable | undefined =>
  [upperCaseName.toLowerCase(), upperCaseName]
    .map((name) => ({ name, value: environment[name]?.trim() ?? "" }))
    .find(({ value }) => value !== "");

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/** `example.com`, `.example.com` and `*.example.com` all cover the subdomains too. */
const covers = (entry: string, url: URL): boolean => {
  if (entry === "*") return true;
  const [, host = "", port] = /^(.*?)(?::([0-9]{1,5}))?$/.exec(isBareAddress(entry) ? `[${entry}]` : entry) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
  const name = withoutBrackets(host).replace(/^\*?\./, "");
  const hostname = withoutBrackets(url.hostname).toLowerCase();
  return name !== "" && (hostname === name || hostname.endsWith(`.${name}`));
};

/** An IPv6 address without brackets: its last part is not a port. */
const isBareAddress = (entry: string): boolean => entry.split(":").length > 2 && !entry.startsWith("[");

const isExempt = (environment: Environment, url: URL): boolean =>
  (read(environment, "NO_PROXY")?.value.toLowerCase() ?? "").split(/[\s,]+/).some((entry) => covers(entry, url));

/** Node's agents support proxies since 22.21 and 24.5. */
const agentsSupportProxies = (nodeVersion: string): boolean => {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The proxy's URL in the form that Node accepts, or `undefined` if it is invalid. Node quotes an invalid one, password included. */
const proxyUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  const isProxy = (protocol === "http:" || protocol === "https:") && hostname !== "";
  return isProxy && isDecodable(username) && isDecodable(password) ? href : undefined;
};

/**
 * How to reach a host: through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY ask for, or directly. This machine is
 * never reached through a proxy. An unusable proxy is an error: silently bypassing it is not what the user asked for.
 */
export const proxyOptions = (
  url: URL,
  environment: Environment,
  nodeVersion: string = process.versions.node,
): Pick<AgentOptions, "proxyEnv"> => {
  const variable = read(environment, url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  if (variable === undefined || isLoopback(url.hostname) || isExempt(environment, url)) return {};
  const { name } = variable;
  const proxy = proxyUrl(variable.value);
  if (proxy === undefined)
    throw new SettingsError([
      `The environment variable ${name} does not hold a usable proxy URL: it must start with http:// or https://, as in ` +
        `http://proxy.example.com:3128. Nothing was sent. Correct it, or add ${url.hostname} to NO_PROXY to bypass the proxy. (Its value is not shown: it may contain a password.)`,
    ]);
  if (!agentsSupportProxies(nodeVersion))
    throw new SettingsError([
      `${name} asks for a proxy, but Node ${nodeVersion} cannot use it. Use Node 22.21, 24.5 or newer, or add ${url.hostname} to NO_PROXY.`,
    ]);
  return { proxyEnv: { [name.toUpperCase()]: proxy } };
};

/** Passwords for proxies, in every form that a message may quote, even if the variable is not a valid URL. */
export const proxySecrets = (environment: Environment): string[] =>
  ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].flatMap((name) => {
    const [, userInfo] = /^(?:[^/@]*\/\/)?([^/?#]*)@/.exec(environment[name] ?? "") ?? [];
    const password = userInfo?.includes(":") ? userInfo.slice(userInfo.indexOf(":") + 1) : undefined;
    if (userInfo === undefined || password === undefined) return [];
    const forms = [userInfo, password];
    return [...forms, ...forms.filter(isDecodable).map(decodeURIComponent)];
  });
