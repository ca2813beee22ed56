import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WorldState } from "./world/books";

const FILE = "world.json";

/** Keeps the world in a folder, so that it outlives the process. */
export type Store = { load(): WorldState | undefined; save(state: WorldState): void };

export const noStore: Store = { load: () => undefined, save: () => {} };

export function folderStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  return { load: () => load(path), save: (state) => save(path, state) };
}

function load(path: string): WorldState | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return WorldState.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is not a world of this simulator. Move it away to start with a new world.`, { cause });
  }
}

/** Writes a temporary file and renames it, so that a crash leaves the old world or the new one. Owner-only: it holds passwords. */
function save(path: string, state: WorldState): void {
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  renameSync(draft, path);
}
