import { domainToASCII } from "node:url";

/** The one form of a domain name: letter case, a final dot and the script of an international name mean nothing. */
export const plainDomainName = (name: string): string => {
  const plain = name.toLowerCase().replace(/\.$/, "");
  // Empty for what is no name.
  return /^\p{ASCII}*$/u.test(plain) ? plain : domainToASCII(plain) || plain;
};

export const sameDomainName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainDomainName(a) === plainDomainName(b);
