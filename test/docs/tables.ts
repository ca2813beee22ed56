import { argumentsWith, type Effect } from "../../provider/server/arguments";

/** What each kind of change does, in plain words. */
const meanings: Record<Effect, string> = {
  resize: "Resized in place: the server restarts, and the change is billed pro rata. Disks can't shrink.",
  move: "The server is moved with its data, which takes 5 to 10 minutes per GB in use; IP, sizes and price may change.",
  image:
    'Reinstalled in place: **all data is lost**; the order and the IP stay. `onImageChange: "replace"` replaces the server instead; `"forbid"` refuses the change.',
  "first-boot":
    "First-boot data: saved in the state, and used when Pulumi next installs the server. With `reinstallOnFirstBootChange: true`, the server is reinstalled at once: **all data is lost**.",
  power: "Started or stopped. A stopped server is billed like a running one.",
  restart: "A running server is restarted.",
  replace: "**Replaced**: the order is cancelled and a new one placed. **Data and IP are lost.**",
  refused: "Refused: the service can't change them.",
  behaviour:
    "Nothing by itself: each decides whether or how other changes are made. `cancel` applies once an `up` has saved it; the others apply in the run that changes them.",
};

export function changesTable(): string {
  const effects = Object.keys(meanings) as Effect[];
  const rows = effects.map((effect) => {
    const names = argumentsWith(effect).map((name) => `\`${name}\``);
    return `| ${names.join(", ")} | ${meanings[effect]} |`;
  });
  return ["| changed argument | what happens |", "|---|---|", ...rows].join("\n");
}
