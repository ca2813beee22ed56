import { isDeepStrictEqual } from "node:util";
import { nameIn } from "../../simulation/models/desired";
import type { EngineEvent, Operation, Shown } from "../../simulation/models/engine/context";
import type { Row, Seen } from "../runner/stage";

type Phase = "plans" | "begins" | "ends" | "fails";

/** What the CLI prints on the row of a resource. */
const words: Readonly<Record<Operation, { readonly mark: string } & Readonly<Record<Phase, string>>>> = {
  same: { mark: "    ", plans: "", begins: "", ends: "", fails: "**failed**" },
  create: { mark: " +  ", plans: "create", begins: "creating", ends: "created", fails: "**creating failed**" },
  update: { mark: " ~  ", plans: "update", begins: "updating", ends: "updated", fails: "**updating failed**" },
  delete: { mark: " -  ", plans: "delete", begins: "deleting", ends: "deleted", fails: "**deleting failed**" },
  replace: { mark: " +- ", plans: "replace", begins: "replacing", ends: "replaced", fails: "**replacing failed**" },
  "create-replacement": {
    mark: " ++ ",
    plans: "create replacement",
    begins: "creating replacement",
    ends: "created replacement",
    fails: "**creating failed**",
  },
  "delete-replaced": {
    mark: " -- ",
    plans: "delete original",
    begins: "deleting original",
    ends: "deleted original",
    fails: "**deleting failed**",
  },
  refresh: { mark: " ~  ", plans: "", begins: "refreshing", ends: "", fails: "**refreshing failed**" },
};

interface Progressing {
  readonly op: Operation;
  readonly old: Shown;
  readonly phase: Phase;
  readonly diff: string;
}

/** What the CLI shows of a run, as far as a person reads it at its end. */
export class Display {
  readonly #isPreview: boolean;
  readonly #stackUrn: string;
  readonly #rows = new Map<string, Progressing>();
  readonly #progress = new Map<string, string[]>();
  readonly #diagnostics = new Map<string, string[]>();

  constructor(isPreview: boolean, stackUrn: string) {
    this.#isPreview = isPreview;
    this.#stackUrn = stackUrn;
  }

  onEvent(event: EngineEvent): void {
    const { urn } = event;
    switch (event.kind) {
      case "begins": {
        const { op, old = { inputs: {} } } = event;
        const diff = event.old && event.new ? shortDiff(event.old, event.new) : "";
        this.#rows.set(urn, { op, old, phase: this.#isPreview ? "plans" : "begins", diff });
        return;
      }
      case "ends":
        this.#end(urn, event.now);
        return;
      case "error":
        this.#fail(urn, event.text);
        return;
      default:
        event satisfies never;
    }
  }

  /** A message of the host or the program; without a URN it is about the stack. */
  say(urn: string, severity: "info" | "warning" | "error", text: string, isEphemeral = false): void {
    const resource = shownName(urn === "" ? this.#stackUrn : urn);
    if (isEphemeral) {
      const [line = ""] = text.split("\n");
      const said = listIn(this.#progress, resource);
      if (said.at(-1) !== line) said.push(line);
      return;
    }
    const prefixed = severity === "info" ? text : `${severity}: ${text}`;
    const lines = prefixed.split("\n").filter((line) => line.trim() !== "");
    listIn(this.#diagnostics, resource).push(...lines.map((line) => line.replace("\t", "    ")));
  }

  seen(end: Seen["end"]): Seen {
    return { end, rows: this.#shownRows(end), progress: this.#progress, diagnostics: this.#diagnostics };
  }

  #end(urn: string, now: { readonly op: Operation; readonly new?: Shown } | undefined): void {
    const row = this.#rows.get(urn);
    if (row === undefined || this.#isPreview) return;
    const diff = now?.new === undefined ? row.diff : shortDiff(row.old, now.new);
    this.#rows.set(urn, { ...row, op: now?.op ?? row.op, phase: "ends", diff });
  }

  #fail(urn: string, text: string): void {
    const row = this.#rows.get(urn);
    if (row !== undefined && !this.#isPreview) this.#rows.set(urn, { ...row, phase: "fails" });
    else if (!this.#isPreview) this.#rows.set(urn, { op: "same", old: { inputs: {} }, phase: "fails", diff: "" });
    this.say(urn, "error", text);
  }

  #shownRows(end: Seen["end"]): Row[] {
    // Deletions come last: a preview that has failed does not get there, and shows the replacement itself.
    const isCutShort = this.#isPreview && end === "failed";
    return [...this.#rows].flatMap(([urn, { op: last, phase, diff }]) => {
      const op = isCutShort && last === "delete-replaced" ? "replace" : last;
      const status = words[op][phase];
      // A resource that stays the same has a row only if its protection changes.
      const isShown = status !== "" || (op === "same" ? /\bprotect$/.test(diff) : diff !== "");
      return !isShown ? [] : [{ mark: words[op].mark, resource: shownName(urn), status, diff }];
    });
  }
}

/** As the CLI names a resource: the type, without those of its parents, and the name. */
const shownName = (urn: string): string => `${urn.split("::")[2]?.split("$").at(-1)} ${nameIn(urn)}`;

function listIn(lists: Map<string, string[]>, name: string): string[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}

/** The inputs that differ, as the CLI abbreviates it. Of what is tainted the engine asks no provider what differs. */
function shortDiff(old: Shown, now: Shown): string {
  if (old.isTainted === true) return "~taint";
  const names = [...new Set([...Object.keys(old.inputs), ...Object.keys(now.inputs)])]
    .filter((name) => !name.startsWith("__"))
    .sort();
  const having = (has: (name: string) => boolean): string => names.filter(has).join(",");
  const added = having((name) => !(name in old.inputs));
  const removed = having((name) => !(name in now.inputs));
  const inputs = having(
    (name) => name in old.inputs && name in now.inputs && !isDeepStrictEqual(old.inputs[name], now.inputs[name]),
  );
  const changed = [
    inputs,
    (old.isProtected ?? false) === (now.isProtected ?? false) ? "" : "protect",
    now.provider === undefined || old.provider === now.provider ? "" : "provider",
  ];
  const updated = changed.filter(Boolean).join(",");
  return [added && `+${added}`, removed && `-${removed}`, updated && `~${updated}`].filter(Boolean).join("");
}
