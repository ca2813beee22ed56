import { insteadOfKeeping, notChanged, shownText } from "../service/wire/messages";
import { isGone } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { effectOf, type VpsArgument } from "./arguments";
import { sameArgument } from "./equality";
import { type Program, resolvedPart } from "./program";
import type { Server } from "./server";
import { namesAnotherOrder } from "./state";

/** What a run would do if nothing spoke against it. */
interface Intent {
  readonly replaced: readonly VpsArgument[];
  /** What a reinstall would be made for. */
  readonly because: readonly VpsArgument[];
  /** What the program has changed, and the server has otherwise. */
  readonly missing: readonly VpsArgument[];
  /** Whether any step changes the server. */
  readonly isCalled: boolean;
}

/** The same sentence for the preview and for the update. */
export const refusalOf = ({ saved }: Server, reasons: readonly string[]): string =>
  `${notChanged(saved)}: ${reasons.join("; ").replace(/\.$/, "")}.`;

/** Why a server is not changed: the ends of sentences about it. */
export function refusals(server: Server, program: Program, intent: Intent, nowMs: number): string[] {
  const { saved, now, order } = server;
  const { replaced, because, missing, isCalled } = intent;
  const isEnded = order !== undefined && isGone(order, nowMs);
  if (namesAnotherOrder(saved, program)) return [otherOrderRefusal(String(program.__import), saved.orderOid)];
  if (replaced.length > 0) return replacementRefusals(server, program, replaced, isEnded);
  if (isEnded)
    return [
      'it is cancelled. Run "pulumi refresh": the resource is removed from the state, and the next "pulumi up" orders a new server',
    ];
  const { suspendedDate: suspended } = now;
  const isSuspended = suspended !== undefined && (dateMs(suspended) ?? nowMs) <= nowMs;
  return [
    ...(isCalled && isSuspended
      ? [`it has been suspended since ${suspended}. Ask RimuHosting's support to resume it, then run "pulumi up" again`]
      : []),
    ...reinstallRefusals(server, program, because),
    ...missing.filter((name) => shrinksDisk(name, server, program)).map((name) => shrinkRefusal(name, server, program)),
    ...fixedRefusals(missing.filter((name) => effectOf(name) === "refused")),
  ];
}

const otherOrderRefusal = (imported: string | number, ownOrder: number): string =>
  `the import option names order ${imported}, but this resource is already order ${ownOrder}. Remove the option, or import ${imported} under another name; ` +
  `if ${ownOrder} was cancelled by an interrupted replacement, run "pulumi state delete" for this server first`;

const replacedImportRefusal = (imported: string, because: readonly string[]): string =>
  `the change of ${because.join(", ")} would cancel order ${imported}, with its data and its IP lost, and the import option names that order. ` +
  'Restore the old value; to replace the server all the same, remove the option first. After an interrupted replacement, run "pulumi state delete" for this server instead';

/** Nothing is left to keep of an order that an interrupted replacement, or somebody, has cancelled. */
function replacementRefusals(
  server: Server,
  program: Program,
  replaced: readonly VpsArgument[],
  isEnded: boolean,
): string[] {
  const changes = replacedWords(replaced, server, program);
  // The engine goes by what the last run has saved; a person by what the program says now.
  const isRetained = server.saved.__isRetained === true || program.__isRetained === true;
  return [
    ...(program.__import === undefined ? [] : [replacedImportRefusal(program.__import, replaced)]),
    ...(program.__isProtected === true && !isEnded
      ? [
          `${changes} would cancel the order and lose all its data and its IP, but the resource is protected. ${keepReplacedWords(replaced, server, program)}; or, if you no longer need the server and its data, take "protect" out of the program`,
        ]
      : []),
    ...(isRetained && !isEnded
      ? [
          `${changes} would buy another server and keep this one (retainOnDelete), both of them billed. ${insteadOfKeeping}`,
        ]
      : []),
  ];
}

export const forbidsReinstall = ({ onImageChange, __isProtected }: Program): boolean =>
  onImageChange === "forbid" || __isProtected === true;

/** What forbids a reinstall, where something does. */
export const forbiddenBy = ({ onImageChange }: Program): string =>
  onImageChange === "forbid" ? 'onImageChange is "forbid"' : "the resource is protected";

function reinstallRefusals(server: Server, program: Program, because: readonly VpsArgument[]): string[] {
  if (because.length === 0 || !forbidsReinstall(program)) return [];
  const isForbidden = program.onImageChange === "forbid";
  const isFirstBoot = because.every((argument) => effectOf(argument) === "first-boot");
  const wayOut = isFirstBoot
    ? ", or set reinstallOnFirstBootChange: false, which only saves the new value for the next install"
    : isForbidden
      ? '; or set onImageChange to "reinstall" or "replace" (both lose all data on the server)'
      : '; or, if you no longer need its data, take "protect" out of the program';
  return [
    `${changeWords(because, server, program)} would reinstall the server and lose all its data, but ${forbiddenBy(program)}. ${keepWords(because, server)}${wayOut}`,
  ];
}

/** Whether a disk would get smaller, which no call does. Memory may. */
function shrinksDisk(argument: VpsArgument, { now }: Server, program: Program): boolean {
  const isDisk = effectOf(argument) === "resize" && argument !== "memoryMb";
  return isDisk && Number(program[argument]) < Number(now[argument]);
}

const shrinkRefusal = (argument: VpsArgument, { now }: Server, program: Program): string =>
  `${argument} cannot be reduced from ${now[argument]} to ${resolvedPart(program)[argument]} MB, because disks cannot shrink. Set at least ${now[argument]} MB`;

const fixedRefusals = (fixed: readonly VpsArgument[]): string[] =>
  fixed.length === 0
    ? []
    : [
        `${fixed.join(", ")} can't be changed on an existing order. Restore the old ${fixed.length > 1 ? "values or remove the arguments" : "value or remove the argument"}`,
      ];

/** Whose values are short and no secret. */
const shown: ReadonlySet<VpsArgument> = new Set([
  "domainName",
  "distro",
  "dcLocation",
  "controlPanel",
  "vpsType",
  "hostServerOid",
  "memoryMb",
  "diskSpaceMb",
  "diskSpace2Mb",
  "diskSpace3Mb",
]);

/** `distro: deb12.64 → deb13.64`: on the left what the server has, on the right what the program says. A secret is only named. */
export function changeWords(names: readonly VpsArgument[], { now }: Server, program: Program): string {
  const values = names.filter((name) => shown.has(name));
  const others = names.filter((name) => !shown.has(name)).join(", ");
  return [
    ...values.map((name) => `${name}: ${valueWords(now[name])} → ${valueWords(program[name])}`),
    ...(others === "" ? [] : [`a change of ${others}`]),
  ].join(", ");
}

/** An empty text is a value: no control panel. */
const valueWords = (value: unknown): string => {
  if (typeof value === "number") return String(value);
  return value === "" ? '""' : shownText(String(value ?? "unset"));
};

/** `To keep the server as it is, write distro: "deb12.64"` */
export function keepWords(names: readonly VpsArgument[], { now }: Server): string {
  if (names.length > 2) return "To keep the server as it is, restore the old values";
  const parts = names.map((name) => {
    const value = now[name];
    if (value === undefined) return `remove ${name}`;
    const text = shownText(String(value));
    return shown.has(name) && text === String(value) ? `write ${name}: ${JSON.stringify(value)}` : `restore ${name}`;
  });
  return `To keep the server as it is, ${parts.join(" and ")}`;
}

/** State and program alone decide about a replacement, whatever the order shows. */
const asSaved = (server: Server): Server => ({ ...server, now: server.saved });

/** As `changeWords`, for what replaces a server. */
export const replacedWords = (replaced: readonly VpsArgument[], server: Server, program: Program): string =>
  changeWords(replaced, asSaved(server), program);

/** As `keepWords`, for what replaces a server. */
export function keepReplacedWords(replaced: readonly VpsArgument[], server: Server, program: Program): string {
  const { distro } = server.now;
  const isInstalled = replaced.every((name) => name === "distro") && sameArgument("distro", distro, program.distro);
  return isInstalled
    ? `According to the service, the server already has ${distro}: to keep it as it is, run "pulumi refresh" first`
    : keepWords(replaced, asSaved(server));
}
