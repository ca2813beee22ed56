import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { delaysTable, liveWithDelays } from "./delays.mjs";
import { live } from "./phases.mjs";
import { asTable, summarise } from "./report.mjs";
import { createStack } from "./stack.mjs";
import { SUBJECTS } from "./subjects.mjs";

const API_KEY = "12345";

const USAGE = `npm run bench -- [--servers 1,10,100] [--repetitions 3] [--json]
npm run bench -- --delays [--servers 100]

Compares the provider with one that does nothing (the floor) and with the usual way (a dynamic resource with fetch), each
with the real Pulumi CLI against a simulator without delay. Ratios are of runs next to each other; on a busy machine
they stay comparable, seconds do not.

--delays gives the service its usual delays instead (on a clock 60 times as fast), and compares the time that a run takes
with that of its slowest calls.`;

const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "1,10,100" },
    repetitions: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    delays: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

async function bench() {
  const counts = values.servers.split(",").map(Number);
  const repetitions = Number(values.repetitions);
  const { directory: cli, version } = await findOrGetPulumi();
  const { startSimulator } = await import("rimuhosting-simulator");
  const simulator = await startSimulator({ apiKeys: [API_KEY], latency: "none" });
  const runs = [];
  try {
    if (values.delays) return await benchWithDelays({ cli, simulator, count: counts.at(-1) });
    for (const count of counts) {
      for (let repetition = 1; repetition <= repetitions; repetition++) {
        for (const subject of SUBJECTS) {
          sayOnStderr(`${count} servers, repetition ${repetition} of ${repetitions}: ${subject.name} …`);
          const phases = await liveIn({ cli, subject, count, simulator });
          runs.push({ subject: subject.name, count, repetition, phases });
        }
      }
    }
  } finally {
    await simulator.close();
  }
  const rows = summarise(runs);
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? "unknown", node: process.version, pulumi: version };
  if (values.json) return console.log(JSON.stringify({ machine, rows }, undefined, 2));
  console.log(
    `${machine.cores} cores (${machine.cpu}), Node ${machine.node}, Pulumi ${machine.pulumi}; median (least–most) of ${repetitions}\n`,
  );
  console.log(asTable(rows));
}

const liveIn = ({ cli, subject, count, simulator }) =>
  withStack({ cli, subject, simulator }, (stack) => live(stack, count, simulator));

async function benchWithDelays({ cli, simulator, count }) {
  const [subject] = SUBJECTS;
  const rows = await withStack({ cli, subject, simulator }, (stack) =>
    liveWithDelays(stack, { count, atATime: 10 }, simulator),
  );
  console.log(
    values.json
      ? JSON.stringify(rows, undefined, 2)
      : `${count} servers, 10 purchases at a time\n\n${delaysTable(rows)}`,
  );
}

async function withStack({ cli, subject, simulator }, work) {
  const directory = makeWorkDirectory("bench");
  const settings = { directory: join(directory, "work"), cli, serviceUrl: simulator.url, apiKey: API_KEY, subject };
  try {
    return await work(createStack(settings));
  } finally {
    removeWorkDirectory(directory);
  }
}

if (values.help) console.log(USAGE);
else await bench();
