// The one form of a domain name and of an address. Free of zod, which programs do not load.

/** Letter case and a final dot mean nothing. */
export const plainDomainName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

export const sameDomainName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainDomainName(a) === plainDomainName(b);

/** The one spelling of an address: IPv6 has many. */
export const plainIp = (ip: string): string => URL.parse(`http://[${ip}]`)?.hostname ?? ip.toLowerCase();
