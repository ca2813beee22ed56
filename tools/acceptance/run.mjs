import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compileCache, linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";
import { outputOf, sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { Gateway } from "./gateway.mjs";
import { createService, isCancelled } from "./service.mjs";

const HOW_TO = `The acceptance test orders one real server, changes it, and cancels it. It costs money, so it needs both:

  RIMUHOSTING_APIKEY      a key of the account that pays
  ACCEPTANCE_LIMIT_USD    the most that the server may cost: a month's price at its first size plus a month's at its second

  RIMUHOSTING_APIKEY=… ACCEPTANCE_LIMIT_USD=20 npm run test:acceptance

RIMUHOSTING_BASEURL is another address of the service, such as a simulator's. With -- --cancel-leftovers it buys nothing and cancels
what an earlier run left.`;

/** Exit codes. */
const [DONE, FAILED, MISUSED, BILLED] = [0, 1, 2, 3];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const OURS = /^pulumi-acceptance-[0-9a-f]{8}\.example\.com$/;
const UP = ["up", "--yes", "--skip-preview"];

/** What may be published goes to stdout; what may name the server, to stderr. */
const say = (line) => void process.stdout.write(`${line}\n`);

/**
 * The course of the test. Each step runs the CLI on what the program declares at that point, and is judged by the service's own answers:
 * `facts` are pairs of a sentence and whether it holds.
 */
const STEPS = [
  { name: "preview", args: ["preview"], facts: ({ isBought }) => [["nothing was bought", !isBought]] },
  {
    name: "create",
    args: UP,
    facts: ({ order, server, namesakes }) => [
      ["the server runs", order.running_state === "RUNNING"],
      ["it has the memory asked for", order.vps_parameters.memory_mb === server.memoryMb],
      ["it is the only active order of its name", namesakes === 1],
    ],
  },
  {
    name: "run again",
    args: [...UP, "--refresh", "--expect-no-changes"],
    facts: ({ order }) => [["the server still runs", order.running_state === "RUNNING"]],
  },
  {
    name: "resize",
    change: ({ memoryMb }) => ({ memoryMb: memoryMb + 512 }),
    args: UP,
    facts: ({ order, server }) => [["it has the memory asked for", order.vps_parameters.memory_mb === server.memoryMb]],
  },
  {
    name: "reinstall",
    change: (_server, otherDistro) => ({ distro: otherDistro, reinstallTriggers: ["second"] }),
    args: UP,
    facts: ({ order, before, server }) => [
      ["it has the other image", order.distro === server.distro],
      ["it kept its address", order.allocated_ips.primary_ip === before.allocated_ips.primary_ip],
      ["it kept its memory", order.vps_parameters.memory_mb === server.memoryMb],
    ],
  },
  {
    name: "cancel",
    args: ["destroy", "--yes", "--skip-preview"],
    facts: ({ order, namesakes }) => [
      ["the order is cancelled", isCancelled(order)],
      ["no active order has its name", namesakes === 0],
    ],
  },
];

async function main({ RIMUHOSTING_APIKEY: apiKey, ACCEPTANCE_LIMIT_USD: limit, RIMUHOSTING_BASEURL: baseUrl }, args) {
  const { values } = parseArgs({ args, options: { "cancel-leftovers": { type: "boolean" } } });
  const missing = [...(apiKey ? [] : ["RIMUHOSTING_APIKEY"]), ...(limit ? [] : ["ACCEPTANCE_LIMIT_USD"])];
  if (missing.length > 0) return misuse(`${missing.join(" and ")} must be set. Nothing was called.`);
  const limitUsd = Number(limit);
  if (!(limitUsd > 0 && Number.isFinite(limitUsd)))
    return misuse("ACCEPTANCE_LIMIT_USD must be an amount in USD, such as 20. Nothing was called.");
  const domainName = `pulumi-acceptance-${randomBytes(4).toString("hex")}.example.com`;
  const gateway = new Gateway(baseUrl || "https://rimuhosting.com", domainName);
  await gateway.listen();
  try {
    const service = createService(gateway, apiKey);
    const active = await service.activeOrders();
    const leftovers = active.filter((order) => OURS.test(order.domain_name ?? "") && !isCancelled(order));
    if (values["cancel-leftovers"]) {
      for (const order of leftovers) gateway.ownOrders.set(order.order_oid, order);
      return await cancelOwn(gateway, service);
    }
    if (leftovers.length > 0) return nameLeftovers(leftovers);
    return await run({ gateway, service, domainName, limitUsd, apiKey });
  } finally {
    await gateway.close();
  }
}

function misuse(problem) {
  sayOnStderr(`${problem}\n\n${HOW_TO}`);
  return MISUSED;
}

function nameLeftovers(leftovers) {
  sayOnStderr("An earlier acceptance run left servers that are billed:");
  for (const { order_oid, domain_name } of leftovers) sayOnStderr(`  order ${order_oid}, ${domain_name}`);
  sayOnStderr("Nothing was bought. To cancel them: npm run test:acceptance -- --cancel-leftovers");
  return FAILED;
}

/** The course, then the cancellation, whatever has happened. Ctrl-C stops the course alone. */
async function run({ gateway, service, domainName, limitUsd, apiKey }) {
  const directory = makeWorkDirectory("acceptance");
  const interruption = new AbortController();
  const stop = () => {
    say("Stopping. What was bought is being cancelled: wait for the end, which may take minutes.");
    interruption.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  let outcome = DONE;
  try {
    const { directory: cli } = await findOrGetPulumi();
    const { server, otherDistro } = await plan(service, domainName, limitUsd);
    gateway.purchase = "allowed";
    const settings = { directory, cli, serviceUrl: gateway.url, apiKey };
    const pulumi = createPulumi(settings, interruption.signal);
    await pulumi(["stack", "init"], server);
    await takeCourse({ pulumi, gateway, service, otherDistro }, server);
  } catch (error) {
    sayOnStderr(`FAILED: ${error.message}`);
    outcome = FAILED;
  }
  await gateway.settled();
  if (gateway.purchase === "sent" && gateway.ownOrders.size === 0) await service.search();
  const ending = await cancelOwn(gateway, service);
  removeWorkDirectory(directory);
  for (const signal of SIGNALS) process.off(signal, stop);
  return ending === DONE ? outcome : ending;
}

/** The smallest server on offer, and the image it is reinstalled with. Throws if its price is unknown or above the limit. */
async function plan(service, domainName, limitUsd) {
  const [cheapest] = (await service.plans())
    .filter((plan) => plan.server_type === "VPS" && plan.minimum_memory_mb > 0 && plan.minimum_disk_gb > 0)
    .filter((plan) => plan.offered_at_data_center && plan.monthly_recurring_amt?.amt_usd > 0)
    .sort((a, b) => a.monthly_recurring_amt.amt_usd - b.monthly_recurring_amt.amt_usd);
  if (cheapest === undefined) throw new Error("the service offers no VPS plan. Nothing was bought.");
  const distros = await service.distributions();
  const distro = distros.find(({ is_recommended }) => is_recommended) ?? distros[0];
  const other = distros.find((image) => image.is_promoted && image !== distro) ?? distro;
  const server = {
    domainName,
    dcLocation: cheapest.offered_at_data_center.data_center_location_code,
    distro: distro.distro_code,
    memoryMb: cheapest.minimum_memory_mb,
    diskSpaceMb: cheapest.minimum_disk_gb * 1024,
    reinstallTriggers: ["first"],
  };
  const resized = STEPS.find(({ name }) => name === "resize").change(server);
  const first = await service.quote(asOrder(server));
  const second = await service.quote(asOrder({ ...server, ...resized }));
  if (!(first + second > 0)) throw new Error("the service names no price in USD. Nothing was bought.");
  // More than is billed: unused days are credited.
  if (first + second > limitUsd)
    throw new Error(
      `the smallest server may cost USD ${first} + ${second} a month, more than the limit of USD ${limitUsd}. Nothing was bought.`,
    );
  say(`Plan: ${STEPS.map(({ name }) => name).join(", ")}, in this order, with one server in ${server.dcLocation}.`);
  say(`It costs USD ${first} a month with ${server.memoryMb} MB, then USD ${second} with ${resized.memoryMb} MB.`);
  return { server, otherDistro: other.distro_code };
}

const asOrder = ({ domainName, distro, dcLocation, memoryMb, diskSpaceMb }) => ({
  dc_location: dcLocation,
  instantiation_options: { domain_name: domainName, distro },
  vps_parameters: { memory_mb: memoryMb, disk_space_mb: diskSpaceMb },
});

async function takeCourse({ pulumi, gateway, service, otherDistro }, firstServer) {
  const readOwn = async () => {
    const [oid] = gateway.ownOrders.keys();
    return oid === undefined ? undefined : service.getOrder(oid);
  };
  let server = firstServer;
  for (const { name, change, args, facts } of STEPS) {
    const startedMs = Date.now();
    const before = await readOwn();
    server = { ...server, ...change?.(server, otherDistro) };
    await pulumi(args, server);
    const order = await readOwn();
    const named = (await service.activeOrders()).filter(({ domain_name }) => domain_name === server.domainName);
    const found = facts({ order, before, server, namesakes: named.length, isBought: gateway.purchase !== "allowed" });
    const wrong = found.filter(([, holds]) => !holds).map(([sentence]) => sentence);
    if (wrong.length > 0) throw new Error(`after "${name}" it is not true that ${wrong.join(", nor that ")}`);
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    say(`${name}: ${seconds} s; ${found.map(([sentence]) => sentence).join("; ")}`);
  }
}

/** Whatever has happened to what was bought; the last word on what is billed. */
async function cancelOwn({ ownOrders, purchase }, service) {
  const isUnsure = purchase === "sent" && ownOrders.size === 0;
  if (ownOrders.size === 0 && !isUnsure) return DONE;
  const billed = [];
  for (const oid of ownOrders.keys()) if (!(await service.cancel(oid))) billed.push(oid);
  say(`Cancelled and read back: ${ownOrders.size - billed.length}.`);
  if (billed.length === 0 && !isUnsure) return DONE;
  sayOnStderr("STILL BILLED, as far as is known. Cancel it at https://rimuhosting.com/cp/:");
  for (const oid of billed) sayOnStderr(`  order ${oid}`);
  if (isUnsure) sayOnStderr("  an order that was not answered; look for pulumi-acceptance-….example.com");
  return BILLED;
}

/** The real CLI with one stack, in a directory of its own; a command is run on the server as it is declared then. */
function createPulumi({ directory, ...settings }, signal) {
  const cwd = makeDirectory(directory, "project");
  const write = (name, text) => writeFileSync(join(cwd, name), text);
  write("package.json", JSON.stringify({ name: "acceptance", private: true, main: "index.js" }));
  write(
    "Pulumi.yaml",
    "name: acceptance\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
  );
  linkPackages(directory);
  const env = { ...pulumiEnvironment({ directory, ...settings }), ...compileCache };
  return async (args, server) => {
    signal.throwIfAborted();
    write(
      "index.js",
      `const { Vps } = require("pulumi-rimuhosting");\nnew Vps("server", ${JSON.stringify(server)});\n`,
    );
    const all = ["--non-interactive", "--color", "never", ...args, "--stack", "dev"];
    // In a process group of its own, Ctrl-C reaches it through the signal alone, once: it finishes and saves what it is doing.
    const child = spawn("pulumi", all, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const interrupt = () => child.kill("SIGINT");
    signal.addEventListener("abort", interrupt);
    await outputOf(child).finally(() => signal.removeEventListener("abort", interrupt));
    signal.throwIfAborted();
  };
}

try {
  process.exitCode = await main(process.env, process.argv.slice(2));
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = FAILED;
}
