import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WorldState } from "./context";

/** Keeps a world in a folder, so that it outlives the process. */
export class WorldFile {
  readonly #path: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, "world.json");
  }

  /** Undefined if nothing is kept yet. */
  load(): WorldState | undefined {
    if (!existsSync(this.#path)) return undefined;
    try {
      return WorldState.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (cause) {
      throw new Error(`${this.#path} is not a world of this simulator. Move it away to start with a new world.`, {
        cause,
      });
    }
  }

  /** A temporary file, renamed: a crash leaves the old one or the new one. Owner-only: it holds passwords. */
  save(state: WorldState): void {
    const draft = `${this.#path}.new`;
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}
