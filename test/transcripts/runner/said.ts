import { isDeepStrictEqual } from "node:util";
import { secretProperties } from "../../../provider/service/redactor";
import type { Row, Seen, StateResource } from "./stage";

/** What a conversation says of a command: its rows with their messages. */
export function shownRows({ rows: all, progress, diagnostics }: Seen): string[] {
  const rows = all.filter((row) => !saysAsItsServer(row, all));
  const named = new Set([...rows.map(({ resource }) => resource), ...progress.keys(), ...diagnostics.keys()]);
  return [...named]
    .sort(byName)
    .flatMap((resource) => [
      shownRow(rows.find((row) => row.resource === resource) ?? { mark: "    ", resource, status: "", diff: "" }),
      ...(progress.get(resource) ?? []).map((line) => stable(`    … ${line}`)),
      ...(diagnostics.get(resource) ?? []).map((line) => stable(`    ${line}`)),
    ]);
}

/** How a command ended, unless all went well, and the calls that it took. */
export function shownEnd({ end }: Seen, rows: readonly string[], calls: string): string[] {
  const word = end === "done" ? (rows.length === 0 ? "unchanged" : "") : end;
  const said = [word, calls].filter((part) => part !== "").join("; ");
  return said === "" ? [] : [said];
}

const keyType = "pulumi-nodejs:rimuhosting:IdempotencyKey ";

/** The row of a key, where that of its server says the same. */
const saysAsItsServer = ({ resource, status }: Row, rows: readonly Row[]): boolean =>
  resource.startsWith(keyType) &&
  rows.some(
    (row) => row.resource === resource.replace(keyType, "pulumi-nodejs:rimuhosting:Vps ") && row.status === status,
  );

const shownRow = ({ mark, resource, status, diff }: Row): string =>
  `${mark}${[resource, status, diff && `[diff: ${diff}]`].filter(Boolean).join(" ")}`;

/** The stack first; then by the resources' names, and a key before its server. */
const byName = (a: string, b: string): number => (placeOf(a) < placeOf(b) ? -1 : 1);

const placeOf = (resource: string): string => {
  const [type = "", name = ""] = resource.split(" ");
  return type === "pulumi:pulumi:Stack" ? "" : `${name} ${type}`;
};

interface ShownCall {
  readonly name: string;
  readonly isRead: boolean;
  readonly body: unknown;
  /** How it ended, if not well. */
  readonly failure: string | undefined;
}

/** A body that is longer is shown once in a conversation. */
const longestBody = 60;

/**
 * In the order in which they were sent; what is read again and again is there once.
 *
 * @param bodies those that were shown before
 */
export function shownCalls(calls: readonly ShownCall[], bodies: Set<string>): string {
  if (calls.length === 0) return "";
  const all = calls.map(({ name, isRead, body, failure }) => {
    const sent = isRead || body === undefined ? "" : ` ${shownBody(`${stable(JSON.stringify(masked(body)))}`, bodies)}`;
    return `${name}${sent}${failure === undefined ? "" : ` → ${failure}`}`;
  });
  return `calls: ${withoutRepeats(all).join(", ")}`;
}

function shownBody(body: string, bodies: Set<string>): string {
  if (body.length > longestBody && bodies.has(body)) return "{…}";
  bodies.add(body);
  return body;
}

/** Without calls, and pairs of calls, that follow the same ones. */
function withoutRepeats(calls: readonly string[]): string[] {
  const shown: string[] = [];
  for (const call of calls) {
    const [first, second, third] = shown.slice(-3);
    if (shown.at(-1) === call && !call.includes("{")) continue;
    shown.push(call);
    if (first === third && second === call && !call.includes("{")) shown.splice(-2);
  }
  return shown;
}

/** What a run has changed in the state of resources that were there before and are still. */
export function shownChanges(before: readonly StateResource[], after: readonly StateResource[]): string[] {
  return after.flatMap((resource) => {
    const old = before.find(({ urn, id }) => urn === resource.urn && id === resource.id);
    if (old === undefined) return [];
    const names = [...new Set([...Object.keys(old.outputs), ...Object.keys(resource.outputs)])].filter(isShown).sort();
    const changes = names.flatMap((name) => {
      const [was, is] = [old.outputs[name], resource.outputs[name]].map((value) => shownValue(name, value));
      if (isDeepStrictEqual(old.outputs[name], resource.outputs[name])) return [];
      return [was === undefined || is === undefined ? name : `${name} ${was} → ${is}`];
    });
    return changes.length === 0 ? [] : [stable(`state of ${resource.name}: ${changes.join(", ")}`)];
  });
}

/** What the state has of a resource, a line for each output. */
export const shownResource = ({ outputs }: StateResource, names: readonly string[]): string[] =>
  Object.keys(outputs)
    .filter((name) => isShown(name) && (names.length === 0 || names.includes(name)))
    .sort()
    .map((name) => stable(`${name}: ${isSecret(name) ? placeholder : JSON.stringify(sorted(outputs[name]))}`));

/** The engine keeps objects with their names in any order. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** What the provider keeps for itself is shown where it matters: in the calls. */
const isShown = (name: string): boolean => !name.startsWith("__");

const longestValue = 40;

/** A value in a line of changes, or `undefined` where its name has to do. */
function shownValue(name: string, value: unknown): string | undefined {
  if (isSecret(name)) return undefined;
  const text = value === undefined ? "–" : JSON.stringify(value);
  return text.length > longestValue ? undefined : text;
}

const placeholder = "[secret]";

const isSecret = (name: string): boolean => secretProperties.includes(name);

/** What a request carries, without its secrets and what differs from run to run. */
const masked = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => {
    if (secretFields.test(name)) return placeholder;
    return name === "meta_data" && Array.isArray(value) ? value.map(shownTag) : value;
  });

function shownTag({ key_name: name, value }: { readonly key_name: string; readonly value: string }): string {
  const own = /^pulumi-rimuhosting\.(key|attempt)$/.exec(name)?.[1];
  return own === undefined ? `${name}=${value}` : `<${own}>`;
}

/** Of an order. */
const secretFields = /^(password|cloud_config_data|data_as_string|data_as_base64)$/;

/** Without what differs from run to run: ids, and times of day. */
const stable = (text: string): string =>
  text
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<key>")
    .replace(/\bpending-[0-9a-f]{12}\b/g, "pending-<attempt>")
    .replace(/\b127\.0\.0\.1:\d+/g, "<service>")
    .replace(/\b\d\d:\d\d(:\d\d)? UTC\b/g, "<time>");
