import { domainToASCII } from "node:url";
import { isReservedTag } from "../../purchase/tags";
import { isPastEnd, tagsOf } from "../../service/wire/order";
import type { AccountOrder } from "../account/account-orders";
import { counted, formatDay, formatMoney } from "../terminal/format";
import { wrapped } from "../terminal/page";

/** The orders that a program declares, and those that it leaves out. */
export interface ProgramOrders {
  readonly declared: readonly AccountOrder[];
  readonly leftOut: readonly { readonly order: AccountOrder; readonly why: string }[];
}

/** Which orders an export is about: those that no stack bought, or with `--managed` those of one stack, or whatever was given by number. */
type ExportScope = { readonly held: ReadonlySet<number> } & (
  | { readonly isManaged: false }
  | { readonly isManaged: true; readonly isNumbered: boolean; readonly stack: string | undefined }
);

/** Why an order cannot be declared, or should not be; `undefined` if it is declared. */
export function whyLeftOut(
  { order, info, stack, tags }: AccountOrder,
  scope: ExportScope,
  nowMs: number,
): string | undefined {
  if (info.serverType !== undefined && info.serverType !== "VPS")
    return "a dedicated server: only a VPS can be declared";
  if (isPastEnd(order, nowMs)) return `cancelled ${formatDay(info.cancellationDate)}`;
  if (info.domainName === undefined || info.domainName === "") return "it has no domain name";
  if (scope.held.has(info.orderOid)) return "this stack has it already";
  if (!scope.isManaged)
    return stack === undefined
      ? undefined
      : `bought by ${stack}, which may still manage it: once that stack has given it up, add --managed and the number`;
  if (scope.isNumbered || stack === scope.stack) return undefined;
  if (stack === undefined) return "no stack bought it";
  return tags.name === undefined
    ? "no tag says which stack bought it"
    : `bought by ${tags.name}: by another stack, which may still manage it, or by this one under a former name. Add its number to adopt it`;
}

const commentWidth = 97;

/** A complete program that adopts these orders, formatted; `ownStack` is the stack that it is for, if that is known. */
export function programText({ declared, leftOut }: ProgramOrders, exportedOn: string, ownStack?: string): string {
  const names = namesFor(
    declared.map(({ info, stack, resource }) => ({ ...info, resource: stack === ownStack ? resource : undefined })),
  );
  const servers = declared.map((order) => declaration(order, names.get(order.info.orderOid), ownStack));
  return [
    'import * as rimuhosting from "pulumi-rimuhosting";',
    "",
    ...comment(headerFor(declared, exportedOn, ownStack)),
    ...servers.flatMap((lines) => ["", ...lines]),
    ...(leftOut.length === 0
      ? []
      : ["", ...comment(["Left out:"]), ...leftOut.map((left) => `// - ${leftOutLine(left)}`)]),
    "",
  ].join("\n");
}

function headerFor(declared: readonly AccountOrder[], exportedOn: string, ownStack: string | undefined): string[] {
  return [
    `${counted(declared.length, "server")} of a RimuHosting account, exported on ${exportedOn}. "pulumi up" adopts what is declared here: it buys nothing and changes nothing. ` +
      "Once they are in the state, remove the import options.",
    "With protect, a plain destroy cancels no server, and no change wipes one.",
    "The service does not report how a server was set up: password, sshAuthorizedKeys, cloudConfig, cloudConfigData, fileInjectionData, " +
      'isJustMinimalInit, controlPanel. If a later reinstall is to use them, add them before the first "pulumi up", which only saves them.',
    ...(declared.every(({ stack }) => stack === undefined || stack === ownStack)
      ? []
      : [
          'Another stack may still manage some of them, as their comments say, and could cancel them. Run "pulumi state delete" there first, and only then edit its program.',
        ]),
  ];
}

const comment = (paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph) => wrapped(paragraph, commentWidth).map((line) => `// ${line}`));

/** An order, and why the program does not declare it. */
export const leftOutLine = ({ order: { info }, why }: ProgramOrders["leftOut"][number]): string =>
  `${info.orderOid} ${info.domainName ?? ""}: ${why}`.replace(" :", ":");

function declaration(order: AccountOrder, names: Names | undefined, ownStack: string | undefined): string[] {
  if (names === undefined) throw new Error(`order ${order.info.orderOid} has no name`);
  const facts = remarks(order, ownStack);
  return [
    ...(facts.length === 0 ? [] : comment([facts.join("; ")])),
    `const ${names.variable} = new rimuhosting.Vps(`,
    `  ${JSON.stringify(names.resource)},`,
    ...block(argumentsOf(order)),
    `  { import: "${order.info.orderOid}", protect: true },`,
    ");",
  ];
}

/** On several lines even if one would do: formatters keep that, whatever width they are set to. */
const block = (entries: readonly string[]): string[] => ["  {", ...entries.map((entry) => `    ${entry},`), "  },"];

/** The default of formatters. */
const lineWidth = 80;

/** Every argument whose value the service reports and the program should keep. */
function argumentsOf({ info, order }: AccountOrder): string[] {
  const tags = [...tagsOf(order)].filter(([key, value]) => !isReservedTag(key) && isTag(key) && isTag(value));
  const values: Readonly<Record<string, string | number | undefined>> = {
    domainName: info.domainName,
    distro: info.distro,
    dcLocation: info.dcLocation,
    memoryMb: info.memoryMb,
    diskSpaceMb: info.diskSpaceMb,
    diskSpace2Mb: info.diskSpace2Mb || undefined,
    diskSpace3Mb: info.diskSpace3Mb || undefined,
  };
  const properties = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}: ${literal(value)}`],
  );
  const pairs = tags.map(([key, value]) => `${propertyName(key)}: ${literal(value)}`);
  return pairs.length === 0 ? properties : [...properties, metaData(pairs)];
}

function metaData(pairs: readonly string[]): string {
  const onOneLine = `metaData: { ${pairs.join(", ")} }`;
  if (onOneLine.length + 5 <= lineWidth) return onOneLine;
  return ["metaData: {", ...pairs.map((pair) => `      ${pair},`), "    }"].join("\n");
}

/** As formatters write it: in the quotes that need fewer backslashes. */
function literal(value: string | number): string {
  const text = JSON.stringify(value);
  if (typeof value === "number" || value.split('"').length <= value.split("'").length) return text;
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** `Vps` accepts no others. */
const isTag = (text: string): boolean => text !== "" && !/[\s:]/.test(text);

const propertyName = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** What people should know about the server and the arguments do not say. */
function remarks({ info, stack, resource }: AccountOrder, ownStack: string | undefined): string[] {
  const isOthers = ownStack !== undefined && resource !== undefined && stack !== ownStack;
  const isStopped = info.observedRunningState === "NOTRUNNING";
  return [
    [info.monthlyCost === undefined ? undefined : `${formatMoney(info.monthlyCost)}/month`, info.primaryIp]
      .filter((part) => part !== undefined)
      .join(", "),
    ...(info.orderDate === undefined ? [] : [`ordered ${formatDay(info.orderDate)}`]),
    ...(stack === undefined
      ? []
      : [`bought by ${[stack, resource].filter(Boolean).join("/")}${isOthers ? ", another stack" : ""}`]),
    ...(info.secondaryIps.length === 0 ? [] : [`also ${info.secondaryIps.join(", ")}`]),
    ...(isStopped ? ["stopped, but billed all the same"] : []),
    ...(info.suspendedDate === undefined ? [] : [`suspended since ${formatDay(info.suspendedDate)}`]),
    ...(info.cancellationDate === undefined
      ? []
      : [`ENDS ${formatDay(info.cancellationDate)}: it is due to be cancelled`]),
  ].filter((remark) => remark !== "");
}

/** What a server is called in a program. */
interface Names {
  /** The name of the resource: `web-example-com`. */
  readonly resource: string;
  /** The variable: `webExampleCom`. */
  readonly variable: string;
}

interface NamedOrder {
  readonly orderOid: number;
  readonly domainName?: string | undefined;
  /** The name under which the stack of the program has bought it. */
  readonly resource?: string | undefined;
}

/** A different name for each, its former one or made from its domain name: those that would be the same get the order's number. */
export function namesFor(orders: readonly NamedOrder[]): Map<number, Names> {
  const short = orders.map((order) => ({ order, words: wordsOf(order.resource ?? order.domainName) }));
  const uses = new Map<string, number>();
  for (const { words } of short) uses.set(variableOf(words), (uses.get(variableOf(words)) ?? 0) + 1);
  return new Map(
    short.map(({ order, words }) => {
      const isShared = words.length === 0 || uses.get(variableOf(words)) !== 1;
      const unique = isShared ? [...(words.length === 0 ? ["order"] : words), String(order.orderOid)] : words;
      const resource = isShared ? unique.join("-") : (order.resource ?? unique.join("-"));
      return [order.orderOid, { resource, variable: variableOf(unique) }];
    }),
  );
}

/** The words of a name, in letters that a program may use: accents are dropped, other scripts become punycode. */
function wordsOf(domainName = ""): string[] {
  const plain = domainName.normalize("NFKD").replace(/\p{M}/gu, "");
  const latin = /[^\p{ASCII}]/u.test(plain) ? domainToASCII(plain) : plain;
  return latin
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** An identifier. A domain name with a dot never becomes a reserved word, but a name may be a single word. */
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
