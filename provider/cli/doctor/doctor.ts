import { createClient } from "../../service/client";
import { createProbe } from "../../service/probe";
import type { Settings } from "../../service/settings";
import { createTransport } from "../../service/transport";
import { findSettings, type ReadingClient, stackOption } from "../account/account";
import { type Command, type CommandContext, type Given, isGiven } from "../command/command";
import { exitCodes } from "../command/errors";
import { counted } from "../terminal/format";
import { type Page, table } from "../terminal/page";
import { accountChecks } from "./account-checks";
import { listBehaviour, priceBehaviour, refusalBehaviour, tagBehaviour } from "./behaviour";
import type { Check, CheckStatus, Section } from "./check";
import { internalChecks } from "./internals";
import { machineChecks } from "./machine";
import { hostBehaviour, orderBehaviour } from "./order-behaviour";
import { settingChecks } from "./setting-checks";
import { recording, unreadChecks } from "./unread-fields";

export const doctor: Command = {
  name: "doctor",
  summary: "Checks whether everything is ready.",
  about: [
    "Run it first. With --verbose it also reports how the service behaves where its documentation leaves that open, such as how it answers for an order that " +
      "does not exist: put that into a bug report. It contains no key, no password, no address and no domain name.",
    "All requests only read: a handful, and with --verbose about thirty.",
  ],
  options: {
    verbose: { type: "boolean", meaning: "also report what the service leaves open" },
    names: { type: "boolean", meaning: "show domain names where they help" },
    ...stackOption,
  },
  run: async (given, context) => {
    const found = await findSettings(given, context);
    const { checks, settings } = await settingChecks(found, context);
    const isUsable = settings !== undefined && found.problems.length === 0;
    const sections: Section[] = [
      { title: "This machine", checks: await machineChecks(context) },
      { title: "Parts of Pulumi that it does not document", checks: await internalChecks(context) },
      { title: "Settings", checks },
      ...(isUsable ? await serviceSections(settings, context, given) : []),
    ];
    const problems = sections.flatMap((section) => section.checks).filter(({ status }) => status === "problem");
    return {
      code:
        problems.length === 0
          ? exitCodes.done
          : (problems.find(({ code }) => code !== undefined)?.code ?? exitCodes.found),
      json: { problems: problems.length, sections },
      text: (page) => doctorText(page, sections),
    };
  },
};

async function serviceSections(
  settings: Settings,
  { network, environment }: CommandContext,
  given: Given,
): Promise<Section[]> {
  const inner = network.transport ?? createTransport(settings.baseUrl, environment);
  const { transport, recorded } = recording(inner, network.clock ?? Date.now);
  const client: ReadingClient = createClient(settings, { ...network, transport });
  const probe = createProbe(settings, inner);
  const { checks, orders } = await accountChecks(client, recorded, settings.apiKey !== undefined);
  const account = { title: "Account", checks };
  if (orders === undefined || !isGiven(given, "verbose")) return [account];
  await client.quote({}).catch(() => undefined);
  const location = orders.find(({ info }) => info.dcLocation !== undefined)?.info.dcLocation;
  const behaviour = [
    ...(await tagBehaviour(probe, orders)),
    ...(await listBehaviour(probe, orders)),
    ...(await refusalBehaviour(probe, orders)),
    ...(await priceBehaviour(probe, location)),
    ...orderBehaviour(orders, isGiven(given, "names")),
    ...(await hostBehaviour(client, orders, recorded)),
  ];
  return [
    account,
    { title: "How the service behaves where it does not say", checks: behaviour },
    { title: "What this version does not know of its answers", checks: unreadChecks(recorded) },
  ];
}

const marks: Readonly<Record<CheckStatus, string>> = {
  ok: "ok",
  problem: "FAIL",
  warning: "note",
  info: "-",
  unknown: "?",
};

const styles = { ok: "green", problem: "red", warning: "yellow", info: "gray", unknown: "gray" } as const;

function doctorText(page: Page, sections: readonly Section[]): string {
  const problems = sections.flatMap(({ checks }) => checks).filter(({ status }) => status === "problem").length;
  const summary =
    problems === 0
      ? page.paint("green", "Everything is ready.")
      : page.paint("red", `${counted(problems, "problem")}: see FAIL above.`);
  return [
    ...sections.flatMap((section) => [page.paint("bold", section.title), sectionTable(page, section.checks), ""]),
    summary,
  ].join("\n");
}

function sectionTable(page: Page, checks: readonly Check[]): string {
  const rows = checks.map(({ name, status, message, advice }) => [
    `  ${marks[status]}`,
    name,
    [message, advice]
      .filter((part) => part !== undefined)
      .join(". ")
      .replace(/\.\. /g, ". "),
  ]);
  return table(page, [{ title: "" }, { title: "" }, { title: "", ifTooLong: "wrap" }], rows, (text, column, row) => {
    const check = checks[row];
    return column === 0 && check !== undefined ? page.paint(styles[check.status], text) : text;
  });
}
