import { buildWhatIsStale } from "../bootstrap/build.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { createNarrator } from "./narrator.mjs";
import { SCENES } from "./scenes.mjs";
import { createServiceView } from "./service-view.mjs";
import { setStage } from "./stage.mjs";

const API_KEY = "12345";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Plays every scene with the real Pulumi CLI against the simulator. The exit code is 0 only if all of it came true. */
export async function run() {
  await buildWhatIsStale(["simulator", "provider"]);
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

async function play(simulator, { pulumi, stackName }) {
  const isColourful = process.stdout.isTTY && !process.env.CI && !process.env.NO_COLOR;
  const narrator = createNarrator({ write: (text) => process.stdout.write(text), isColourful });
  const view = createServiceView(simulator);
  narrator.say("A server's life, told by the real Pulumi CLI and a simulator of the service on this machine.");
  narrator.say("Nothing leaves this machine, nothing is billed. The program is examples/quickstart/index.ts.");
  await pulumi("stack", "init");
  const stage = createStage(pulumi, narrator, simulator.world);
  const times = [["Scene", "Time"]];
  const failures = [];
  for (const [index, scene] of SCENES.entries()) {
    const startedMs = performance.now();
    narrator.heading(`${index + 1}. ${scene.title}`);
    narrator.say(scene.text);
    failures.push(...(await playScene(scene, stage, simulator.world, view, narrator)));
    times.push([scene.title, `${((performance.now() - startedMs) / 1000).toFixed(1)} s`]);
  }
  narrator.heading("The end");
  narrator.table(times);
  narrator.say("");
  narrator.say(
    failures.length === 0
      ? `All of it came true (stack "${stackName}" is gone again).`
      : `NOT TRUE: ${failures.join("; ")}`,
  );
  return failures.length === 0 ? 0 : 1;
}

/** What did not come true. A command that fails ends the scene. */
async function playScene(scene, stage, world, view, narrator) {
  const before = world.activeOrders()[0];
  try {
    const output = await scene.act(stage);
    const calls = view.newCalls();
    narrator.table(view.rows(calls));
    const order = world.orders()[0];
    const facts = scene.facts({ world, before, order, calls, output });
    narrator.table(facts.map(([sentence, holds]) => [holds ? "true" : "NOT TRUE", sentence]));
    return facts.filter(([, holds]) => !holds).map(([sentence]) => `${scene.title}: ${sentence}`);
  } catch (error) {
    narrator.table(view.rows(view.newCalls()));
    narrator.say("");
    narrator.say(error.message);
    return [`${scene.title}: ${error.message.split("\n")[0]}`];
  }
}

function createStage(pulumi, narrator, world) {
  return {
    world,
    async set(key, value) {
      narrator.command(`pulumi config set ${key} ${value}`);
      await pulumi("config", "set", key, value);
    },
    async show(...args) {
      narrator.command(`pulumi ${args.join(" ")}`);
      // Dots that show the progress of a line are nothing to read afterwards.
      const output = await pulumi(...args, "--suppress-progress");
      narrator.quote(output);
      return output;
    },
  };
}
