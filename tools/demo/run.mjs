import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { differences, programOf } from "./program.mjs";
import { essenceOf } from "./quote.mjs";
import { createReporter, withoutColours } from "./reporter.mjs";
import { SCENES } from "./scenes.mjs";
import { setStage } from "./stage.mjs";

const API_KEY = "12345";
const isColourful = process.stdout.isTTY === true && !process.env.CI && !process.env.NO_COLOR;
const colour = ["--color", isColourful ? "always" : "never"];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Plays every scene with the real Pulumi CLI against the simulator; returns the exit code, which is 0 only if every fact held. */
async function run() {
  const { directory: cli } = await findOrGetPulumi();
  const { startSimulator } = await import("rimuhosting-simulator");
  const directory = makeWorkDirectory("demo");
  const simulator = await startSimulator({ apiKeys: [API_KEY], latency: "fast" });
  const clearUp = () => removeWorkDirectory(directory);
  const stop = () => {
    clearUp();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await play(simulator, setStage({ directory, cli, serviceUrl: simulator.url, apiKey: API_KEY }));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await simulator.close();
    clearUp();
  }
}

async function play(simulator, project) {
  const width = Math.max(40, process.stdout.columns ?? 80);
  const reporter = createReporter({ write: (text) => process.stdout.write(text), isColourful, width });
  reporter.say(
    "One declared server is one paid order, also when things go wrong. The real Pulumi CLI runs a small program against a simulator of the service: nothing leaves this machine, nothing is billed. Of the CLI's output you see its messages, not its progress.",
  );
  await project.pulumi("stack", "init");
  const failures = [];
  const stage = createStage(project, reporter, simulator);
  for (const [index, scene] of SCENES.entries()) {
    reporter.heading(`${index + 1}. ${scene.title}`);
    reporter.say(scene.text);
    failures.push(...(await playScene(scene, stage, simulator, reporter)));
  }
  reporter.heading("The end");
  if (failures.length > 0) reporter.fail(`NOT TRUE: ${failures.join("; ")}`);
  else sayWhatIsNext(reporter);
  return failures.length === 0 ? 0 : 1;
}

/** Plays a scene; returns the facts that did not hold. A command that fails ends the scene. */
async function playScene(scene, stage, simulator, reporter) {
  const { world, journal } = simulator;
  const before = world.activeOrders();
  const counts = [`${before.length} before`];
  const count = (when) => counts.push(`${world.activeOrders().length} ${when}`);
  const seen = journal.entries.length;
  try {
    const output = await scene.act({ ...stage, count });
    const calls = countsOf(journal.entries.slice(seen));
    count(counts.length === 1 ? "after" : "at the end");
    reporter.strong(`Orders paid for: ${counts.join(", ")}`);
    const facts = scene.facts({ world, before, calls, output });
    reporter.facts(facts);
    return facts.filter(([, holds]) => !holds).map(([sentence]) => `${scene.title}: ${sentence}`);
  } catch (error) {
    reporter.quote(error.message);
    return [`${scene.title}: ${error.message.split("\n")[0]}`];
  }
}

/** How often each call was made, such as `new-vps`. */
const countsOf = (entries) =>
  new Map([...Map.groupBy(entries, ({ call }) => call ?? "unknown path")].map(([call, all]) => [call, all.length]));

function createStage(project, reporter, simulator) {
  let program = [];
  const quoted = (output) => {
    reporter.quote(essenceOf(output));
    return withoutColours(output);
  };
  const show = async (...args) => {
    reporter.command(`pulumi ${args.join(" ")}`);
    return quoted(await project.pulumi(...colour, ...args));
  };
  return {
    simulator,
    show,
    declare(...servers) {
      const next = programOf(servers);
      reporter.strong("index.ts");
      reporter.quote((program.length === 0 ? next : differences(program, next)).join("\n"));
      program = next;
      project.writeProgram(next);
    },
    async showRefused(...args) {
      const refused = await show(...args).then(
        () => undefined,
        (error) => error,
      );
      if (refused === undefined) throw new Error(`pulumi ${args.join(" ")} was not refused`);
      return quoted(refused.message);
    },
    async killAtOrder(...args) {
      reporter.command(`pulumi ${args.join(" ")}`);
      const gate = simulator.hold("new-vps", { moment: "after-work" });
      await project.killAt(gate.reached, ...args);
      gate.release();
      reporter.quote("Killed");
    },
  };
}

function sayWhatIsNext(reporter) {
  reporter.say("Every fact held. What to do next:");
  reporter.table([
    ["docs/getting-started.md", "your first server, with an account or against the simulator"],
    ["examples/", "programs to copy"],
    ["README.md#status", "what is proven, and what is not"],
    ["docs/recovery.md", "every interruption, and what it means for money and data"],
  ]);
}

try {
  process.exitCode = await run();
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = 1;
}
