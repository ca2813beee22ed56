const loopbackName = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether a URL's host name is this machine. */
export const isLoopback = (hostname: string): boolean => loopbackName.test(hostname);

/** What is wrong with a base URL in itself, or `undefined`. Says nothing of the URL: it may hold a password. */
export const baseUrlProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return "is not a URL such as https://rimuhosting.com";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not hold a user name or a password";
  if (url.search !== "" || url.hash !== "") return "must not hold a query or a fragment";
  if (/\/r\/*$/.test(url.pathname)) return 'must not end in "/r": the provider adds that itself';
  return undefined;
};

/** The API key travels in every request, so plain http is for this machine or for the one host that was allowed. */
export const plainHttpProblem = (text: string, allowedHost: string | undefined): string | undefined => {
  const url = new URL(text);
  if (url.protocol === "https:" || isLoopback(url.hostname) || url.hostname === allowedHost) return undefined;
  return `must use https: the API key would travel in clear to ${url.hostname}. For a simulator on another host, set allowPlainHttpHost to that host's name`;
};
