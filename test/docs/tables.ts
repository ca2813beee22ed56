import { environmentVariable, type SettingName } from "../../provider/service/environment";
import { settingTable } from "../../provider/service/settings";
import { argumentsWith, type Effect } from "../../provider/vps/arguments";
import { readDeclarations } from "./reference/declarations";
import { meaningOf, shapeOf } from "./reference/reading";

/** What each kind of change does, in plain words. */
const meanings: Record<Effect, string> = {
  resize: "Resized in place: the server restarts, and the change is billed pro rata. Disks do not shrink.",
  move: "Moved with its data, 5 to 10 minutes per GB in use; the IP may change.",
  image:
    'Reinstalled in place: **all data is lost**, order and IP stay. `onImageChange: "replace"` buys a new server instead, `"forbid"` refuses the change. The first value of a trigger changes nothing.',
  "first-boot":
    "Recorded for the next install. With `reinstallOnFirstBootChange: true`, the server is reinstalled at once: **all data is lost**.",
  power: "Started or stopped. A stopped server is billed like a running one.",
  restart: "Restarted, unless it is stopped. The first value changes nothing.",
  replace: "**Replaced**: the order is cancelled and another one bought; data and IP are lost.",
  refused: "Refused: the service cannot change it.",
  behaviour: "Recorded: changes how the provider behaves from now on.",
};

export function changesTable(): string {
  const effects = Object.keys(meanings) as Effect[];
  const rows = effects.map((effect) => {
    const names = argumentsWith(effect).map((name) => `\`${name}\``);
    return `| ${names.join(", ")} | ${meanings[effect]} |`;
  });
  return ["| changed | what happens |", "|---|---|", ...rows].join("\n");
}

/** What most people set; the reference has all. */
const commonSettings = [
  "apiKey",
  "maxTotalMonthlyCostUsd",
  "baseUrl",
  "sameDomainName",
  "straysOnDelete",
  "listLagSeconds",
] as const satisfies readonly SettingName[];

export function settingsTable(): string {
  const { members } = shapeOf(readDeclarations(), "ProviderArgs");
  const rows = commonSettings.map((name) => {
    const fallback = settingTable[name].parse(undefined);
    const standard = fallback === undefined ? "–" : `\`${fallback}\``;
    const member = members.find((one) => one.name === name);
    return `| \`${name}\` | \`${environmentVariable(name)}\` | ${standard} | ${member && meaningOf(member)} |`;
  });
  return ["| setting | environment | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
}
