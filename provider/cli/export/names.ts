import { domainToASCII } from "node:url";

/** What a server is called in a program. */
export interface Names {
  /** The name of the resource: `web-example-com`. */
  readonly resource: string;
  /** The variable: `webExampleCom`. */
  readonly variable: string;
}

interface Named {
  readonly orderOid: number;
  readonly domainName?: string | undefined;
}

/** Names from domain names, each its own: those that would be the same get the order's number. */
export function namesFor(orders: readonly Named[]): Map<number, Names> {
  const short = orders.map((order) => ({ order, words: wordsOf(order.domainName) }));
  const uses = new Map<string, number>();
  for (const { words } of short) uses.set(variableOf(words), (uses.get(variableOf(words)) ?? 0) + 1);
  return new Map(
    short.map(({ order, words }) => {
      const isShared = words.length === 0 || uses.get(variableOf(words)) !== 1;
      const own = isShared ? [...(words.length === 0 ? ["order"] : words), String(order.orderOid)] : words;
      return [order.orderOid, { resource: own.join("-"), variable: variableOf(own) }];
    }),
  );
}

/** The words of a name, in letters that a program may use: accents go, other scripts become what a DNS server knows them as. */
function wordsOf(domainName = ""): string[] {
  const plain = domainName.normalize("NFKD").replace(/\p{M}/gu, "");
  const latin = /[^\p{ASCII}]/u.test(plain) ? domainToASCII(plain) : plain;
  return latin
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** An identifier. With at least one dot in a domain name it is never a word of the language, but a name may be a single word. */
function variableOf(words: readonly string[]): string {
  const [first = "", ...rest] = words;
  const joined = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[a-z]/.test(joined) && !reserved.has(joined)
    ? joined
    : `vps${joined.charAt(0).toUpperCase()}${joined.slice(1)}`;
}

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try " +
    "typeof undefined var void while with yield rimuhosting require module exports"
  ).split(" "),
);
