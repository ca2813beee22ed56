import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { createReporter, withoutColours } from "./reporter.mjs";
import { SCENES } from "./scenes.mjs";
import { createServiceView } from "./service-view.mjs";
import { setStage } from "./stage.mjs";

const API_KEY = "12345";
const isAtTerminal = process.stdout.isTTY === true && !process.env.CI;
const isColourful = isAtTerminal && !process.env.NO_COLOR;
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

async function play(simulator, { pulumi, pulumiAtTerminal, stackName }) {
  const width = Math.max(40, process.stdout.columns ?? 120);
  const reporter = createReporter({ write: (text) => process.stdout.write(text), isColourful, width });
  const view = createServiceView(simulator);
  reporter.say("A server's life, shown with the real Pulumi CLI and a simulator of the service on this machine.");
  reporter.say("Nothing leaves this machine, nothing is billed. The program is examples/quickstart/index.ts.");
  await pulumi("stack", "init");
  const stage = createStage({ pulumi, pulumiAtTerminal, reporter, simulator });
  const times = [["Scene", "Time"]];
  const failures = [];
  for (const [index, scene] of SCENES.entries()) {
    const startedMs = performance.now();
    reporter.heading(`${index + 1}. ${scene.title}`);
    reporter.say(scene.text);
    failures.push(...(await playScene(scene, stage, simulator.world, view, reporter)));
    times.push([scene.title, `${((performance.now() - startedMs) / 1000).toFixed(1)} s`]);
  }
  reporter.heading("The end");
  reporter.table(times);
  reporter.say("");
  if (failures.length === 0) reporter.say(`Every fact held. The stack "${stackName}" has no resources left.`);
  else reporter.fail(`NOT TRUE: ${failures.join("; ")}`);
  return failures.length === 0 ? 0 : 1;
}

/** Plays a scene; returns the facts that did not hold. A command that fails ends the scene. */
async function playScene(scene, stage, world, view, reporter) {
  const before = world.activeOrders()[0];
  try {
    const output = await scene.act(stage);
    const calls = view.newCalls();
    reporter.table(view.rows(calls));
    const order = world.orders()[0];
    const facts = scene.facts({ world, before, order, calls, output });
    reporter.facts(facts);
    return facts.filter(([, holds]) => !holds).map(([sentence]) => `${scene.title}: ${sentence}`);
  } catch (error) {
    reporter.table(view.rows(view.newCalls()));
    reporter.say("");
    reporter.say(error.message);
    return [`${scene.title}: ${error.message.split("\n")[0]}`];
  }
}

function createStage({ pulumi, pulumiAtTerminal, reporter, simulator }) {
  const show = async (...args) => {
    reporter.command(`pulumi ${args.join(" ")}`);
    // Dots that show the progress of a line are useless afterwards.
    const output = await pulumi(...colour, ...args, "--suppress-progress");
    reporter.quote(output);
    return withoutColours(output);
  };
  return {
    world: simulator.world,
    show,
    async watch(...args) {
      if (!isAtTerminal) return show(...args);
      reporter.command(`pulumi ${args.join(" ")}`);
      // Without it, there would be nothing to see: the simulator needs no minutes.
      simulator.faults.add({ call: "new-vps", how: { delayMs: 5000 } });
      await pulumiAtTerminal(...args);
      return "";
    },
    async set(key, value) {
      reporter.command(`pulumi config set ${key} ${value}`);
      await pulumi("config", "set", key, value);
    },
  };
}

try {
  process.exitCode = await run();
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = 1;
}
