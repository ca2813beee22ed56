import type { AboutOrder } from "../service/wire/order";
import type { Desired, Known } from "./desired";
import { sameArgument } from "./equality";
import type { VpsInputs } from "./inputs";
import type { OwnedServer, Unfinished, UnfinishedServer, VpsOutputs } from "./state";

type Kind = UnfinishedServer["kind"];

/** What is unfinished in one way about a server, if anything is. */
export function unfinished<K extends Kind>(
  recorded: VpsOutputs,
  kind: K,
): Extract<UnfinishedServer, { kind: K }> | undefined {
  const open: readonly Unfinished[] = recorded.__unfinished ?? [];
  return open.find((one): one is Extract<UnfinishedServer, { kind: K }> => one.kind === kind);
}

/** The same server with one thing more to finish. */
export const withUnfinished = (server: OwnedServer, one: UnfinishedServer): OwnedServer => ({
  ...server,
  __unfinished: [...(withoutUnfinished(server, one.kind).__unfinished ?? []), one],
});

/** The same server with nothing of these kinds left to finish. */
export function withoutUnfinished(
  { __unfinished: open = [], ...server }: OwnedServer,
  ...kinds: readonly Kind[]
): OwnedServer {
  const left = open.filter(({ kind }) => !kinds.includes(kind));
  return left.length === 0 ? server : { ...server, __unfinished: left };
}

/** A server that was installed just now, and is still to be reached if the program waits for that. */
export const justInstalled = (server: OwnedServer, { waitForPort }: Known<Desired>): OwnedServer =>
  waitForPort === undefined
    ? withoutUnfinished(server, "image")
    : withUnfinished(withoutUnfinished(server, "image"), { kind: "port" });

/** What is unfinished about a server whose order was read just now, and to which `applied` was applied before. */
export function unfinishedOnceRead(
  previous: VpsOutputs,
  order: AboutOrder,
  applied: Partial<VpsInputs>,
): readonly UnfinishedServer[] {
  const open: readonly Unfinished[] = previous.__unfinished ?? [];
  const image = formerImage(previous, order, applied);
  return [
    ...open.flatMap((one) => leftByRead(one, previous)),
    ...(image === undefined ? [] : [{ kind: "image", former: image } as const]),
  ];
}

/** Whether an order itself shows it. Whether that needs an update depends on what the program asks for next. */
const isShown = { image: true, purchase: false, strays: false, port: false } as const;

function leftByRead(one: Unfinished, { waitForPort }: VpsOutputs): UnfinishedServer[] {
  // Its order has turned up: the server is installed, but nobody has reached it yet.
  if (one.kind === "purchase") return waitForPort === undefined ? [] : [{ kind: "port" }];
  return isShown[one.kind] ? [] : [one];
}

/** What the service last reported of an argument: it may spell the program's value in its own way. */
export const lastReported = <Name extends keyof VpsOutputs>(previous: VpsOutputs, argument: Name): unknown =>
  previous.__live?.[argument] ?? previous[argument];

/** The image that the recorded password belongs to, if the server shows another one that no finished run installed. */
function formerImage(previous: VpsOutputs, order: AboutOrder, applied: Partial<VpsInputs>): string | undefined {
  const known = unfinished(previous, "image")?.former;
  if (order.distro === undefined) return known;
  // Compared only with what the service itself said before.
  const before = known ?? lastReported(previous, "distro");
  const isOther = applied.distro === undefined && !sameArgument("distro", order.distro, before);
  return isOther && typeof before === "string" ? before : undefined;
}

/** Whether only an update can finish this: after the next refresh the engine no longer knows that a change failed. */
export const asksForUpdate = ({ kind }: Unfinished): boolean => !isShown[kind];
