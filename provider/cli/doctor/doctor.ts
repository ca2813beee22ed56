import { findSettings, stackOption } from "../account/account";
import { type Command, exitCodes, isGiven } from "../command/command";
import { counted } from "../terminal/format";
import { type Page, table } from "../terminal/page";
import { accountChecks, type Check, settingChecks } from "./checks";
import { machineChecks } from "./machine";

export const doctor: Command = {
  name: "doctor",
  summary: "Shows what is wrong with the key, the address of the service, and the versions.",
  about: [
    `Run it first. Ends with ${exitCodes.found} if something is wrong. With --verbose it also shows what is right: put that into a bug report. ` +
      "No key, no password and no domain name is shown.",
  ],
  options: {
    verbose: { type: "boolean", meaning: "also show what is right" },
    ...stackOption,
  },
  run: async (given, context) => {
    const found = await findSettings(given, context);
    const { checks, settings } = settingChecks(found);
    const all = [
      ...(await machineChecks(context, found.stackConfig.kind !== "no-project")),
      ...checks,
      ...(settings === undefined ? [] : await accountChecks(settings, context.network)),
    ];
    const problems = all.filter(({ isOk }) => !isOk);
    return {
      code: problems.length === 0 ? exitCodes.done : exitCodes.found,
      json: { problems: problems.length, checks: all },
      text: (page) => doctorText(page, isGiven(given, "verbose") ? all : problems, problems.length),
    };
  },
};

function doctorText(page: Page, shown: readonly Check[], problems: number): string {
  const rows = shown.map(({ name, isOk, message }) => [isOk ? "ok" : "FAIL", name, message]);
  const columns = [{ title: "" }, { title: "" }, { title: "", ifTooLong: "wrap" }] as const;
  const report = table(page, columns, rows, (text, column, row) =>
    column === 0 ? page.paint(shown[row]?.isOk ? "green" : "red", text) : text,
  );
  const summary =
    problems === 0
      ? page.paint("green", "Everything is ready.")
      : page.paint("red", `${counted(problems, "problem")}: see FAIL above.`);
  return shown.length === 0 ? summary : `${report}\n\n${summary}`;
}
