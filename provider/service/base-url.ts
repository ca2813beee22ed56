const loopbackName = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether a URL's host name is this machine. */
export const isLoopback = (hostname: string): boolean => loopbackName.test(hostname);

/** A simulator's address without "http://" reads as no URL, or ("localhost:8089") as one with a strange protocol. */
const forSimulators = ", or http://127.0.0.1:8089 for a simulator on this machine";

/** What a check of the configuration has to know about the service's address. */
export const serviceAddress = (
  url: string | undefined,
): { readonly isServiceHere: boolean; readonly baseUrlProblem: string | undefined } => ({
  isServiceHere: url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname),
  baseUrlProblem: url === undefined ? undefined : baseUrlProblem(url),
});

/** What is wrong with a base URL in itself, or `undefined`. Never quotes the URL, which may hold a password. */
export const baseUrlProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return `is not a URL such as https://rimuhosting.com${forSimulators}`;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return `must start with https://${forSimulators}`;
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (url.search !== "" || url.hash !== "") return "must not contain a query or a fragment";
  if (/\/r\/*$/.test(url.pathname)) return 'must not end in "/r": the provider adds that itself';
  return undefined;
};

/** Every request carries the API key, so plain http is only for this machine or for the one host that the settings allow. */
export const plainHttpProblem = (text: string, allowedHost: string | undefined): string | undefined => {
  const url = new URL(text);
  if (url.protocol === "https:" || isLoopback(url.hostname) || url.hostname === allowedHost) return undefined;
  return `must use https: the API key would travel unencrypted to ${url.hostname}. For a simulator on another host, set allowPlainHttpHost to that host's name`;
};
