import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { live, PHASES } from "./phases.mjs";
import { asTable, summarise } from "./report.mjs";
import { createStack } from "./stack.mjs";
import { SUBJECTS } from "./subjects.mjs";

const API_KEY = "12345";

const phaseKeys = PHASES.map(({ key }) => key);
const subjectNames = SUBJECTS.map(({ name }) => name);

const USAGE = `npm run bench -- [--servers 1,10,100] [--repetitions 3] [--phases ${phaseKeys.join(",")}]
                 [--subjects "${subjectNames.join(",")}"]
                 [--save-once]

Compares the provider with one that does nothing (the floor), with one that does nothing for servers with our outputs and a key beside
each (the floor with keys), and with the usual way (a dynamic resource with fetch), each with the real Pulumi CLI against a simulator
without delay. Ratios are of runs next to each other; on a busy machine they stay comparable, seconds do not. Each command reports on
stderr when it ends.

--phases and --subjects leave the others out. "up" runs in any case, because the other phases need its servers; a ratio needs
both of its subjects. With 1,000 servers leave out what you do not need: their state has 4 MB, and is written a thousand times.

--save-once has the engine write the state when it ends instead of after each step, whose cost hides all else in large stacks.`;

const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "1,10,100" },
    repetitions: { type: "string", default: "3" },
    phases: { type: "string", default: phaseKeys.join(",") },
    subjects: { type: "string", default: subjectNames.join(",") },
    "save-once": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** The named ones of these, in their own order. */
function chosen(what, named, all, nameOf) {
  const names = named.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some((subject) => nameOf(subject) === name));
  if (unknown !== undefined) throw new Error(`--${what} has no "${unknown}": it has ${all.map(nameOf).join(", ")}`);
  return all.filter((subject) => names.includes(nameOf(subject)));
}

async function bench() {
  const counts = values.servers.split(",").map(Number);
  const phases = chosen("phases", values.phases, PHASES, ({ key }) => key);
  const subjects = chosen("subjects", values.subjects, SUBJECTS, ({ name }) => name);
  const repetitions = Number(values.repetitions);
  const { directory: cli, version } = await findOrGetPulumi();
  const { startSimulator } = await import("rimuhosting-simulator");
  const simulator = await startSimulator({ apiKeys: [API_KEY], latency: "none" });
  const runs = [];
  try {
    for (const count of counts) {
      for (let repetition = 1; repetition <= repetitions; repetition++) {
        for (const subject of subjects) {
          const run = `${count} servers, repetition ${repetition} of ${repetitions}, ${subject.name}`;
          const said = (text) => sayOnStderr(`${run}: ${text}`);
          const measured = await withStack({ cli, subject, simulator }, (stack) =>
            live(stack, count, simulator, { phases, said }),
          );
          runs.push({ subject: subject.name, count, repetition, phases: measured });
        }
      }
    }
  } finally {
    await simulator.close();
  }
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.version}, Pulumi ${version}`;
  console.log(`${machine}; median (least–most) of ${repetitions}\n\n${asTable(summarise(runs))}`);
}

async function withStack({ cli, subject, simulator }, work) {
  const directory = makeWorkDirectory("bench");
  const service = { serviceUrl: simulator.url, apiKey: API_KEY };
  const settings = {
    directory: join(directory, "work"),
    cli,
    ...service,
    subject,
    savesOnce: values["save-once"],
  };
  try {
    return await work(createStack(settings));
  } finally {
    removeWorkDirectory(directory);
  }
}

if (values.help) console.log(USAGE);
else await bench();
