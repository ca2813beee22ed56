import { setTimeout as wait } from "node:timers/promises";
import { isCancelled } from "./service.mjs";

const UP = ["up", "--yes", "--skip-preview"];
const MORE_MEMORY_MB = 512;

/**
 * The smallest server on offer, and what the course makes of it.
 *
 * @returns {Promise<{ domainName: string, first: object, larger: object, other: object, quotesUsd: [number, number] }>}
 */
export async function chooseServers(service, domainName) {
  const { plans, distros } = await service.catalogue();
  const [cheapest] = plans
    .filter(isComplete)
    .sort((a, b) => a.monthly_recurring_amt.amt_usd - b.monthly_recurring_amt.amt_usd);
  if (cheapest === undefined) throw new Error("The service offers no VPS plan. Nothing was ordered.");
  const recommended = distros.find((distro) => distro.is_recommended) ?? distros[0];
  const another = distros.find((distro) => distro.is_promoted && distro !== recommended) ?? recommended;
  const first = {
    domainName,
    dcLocation: cheapest.offered_at_data_center.data_center_location_code,
    distro: recommended.distro_code,
    memoryMb: cheapest.minimum_memory_mb,
    diskSpaceMb: cheapest.minimum_disk_gb * 1024,
    reinstallTriggers: ["first"],
  };
  const larger = { ...first, memoryMb: first.memoryMb + MORE_MEMORY_MB };
  const other = { ...larger, distro: another.distro_code, reinstallTriggers: ["second"] };
  const quotesUsd = [await service.quote(asOrder(first)), await service.quote(asOrder(larger))];
  return { domainName, first, larger, other, quotesUsd };
}

const isComplete = (plan) =>
  plan.server_type === "VPS" &&
  plan.offered_at_data_center?.data_center_location_code !== undefined &&
  plan.minimum_memory_mb > 0 &&
  plan.minimum_disk_gb > 0 &&
  plan.monthly_recurring_amt?.amt_usd > 0;

export const asOrder = ({ domainName, distro, dcLocation, memoryMb, diskSpaceMb }) => ({
  dc_location: dcLocation,
  instantiation_options: { domain_name: domainName, distro },
  vps_parameters: { memory_mb: memoryMb, disk_space_mb: diskSpaceMb },
});

/**
 * The steps of the course, in order. `act` runs the CLI; `facts` are pairs of a sentence and whether it holds, judged by the service's own
 * answers.
 */
export const STEPS = [
  {
    name: "preview",
    act: ({ pulumi, servers }) => pulumi(["preview"], servers.first),
    facts: ({ gateway }) => [["nothing was bought", gateway.purchase === "allowed"]],
  },
  {
    name: "create",
    act: ({ pulumi, servers }) => pulumi(UP, servers.first),
    facts: ({ order, servers, service }) => [
      ["the server runs", order.running_state === "RUNNING"],
      ["it has the memory asked for", order.vps_parameters.memory_mb === servers.first.memoryMb],
      ["it is the only active order of its name", isAlone(service, servers.domainName)],
    ],
  },
  {
    name: "run again",
    act: ({ pulumi, servers }) => pulumi([...UP, "--refresh", "--expect-no-changes"], servers.first),
    facts: ({ order }) => [["the server still runs", order.running_state === "RUNNING"]],
  },
  {
    name: "resize",
    act: ({ pulumi, servers }) => pulumi(UP, servers.larger),
    facts: ({ order, servers }) => [
      ["it has the memory asked for", order.vps_parameters.memory_mb === servers.larger.memoryMb],
    ],
  },
  {
    name: "reinstall",
    act: ({ pulumi, servers }) => pulumi(UP, servers.other),
    facts: ({ order, before, servers }) => [
      ["it has the other image", order.distro === servers.other.distro],
      ["it kept its address", order.allocated_ips.primary_ip === before.allocated_ips.primary_ip],
      ["it kept its memory", order.vps_parameters.memory_mb === servers.larger.memoryMb],
    ],
  },
  {
    name: "stop",
    act: ({ pulumi, servers }) => pulumi(UP, { ...servers.other, runningState: "NOTRUNNING" }),
    facts: ({ order }) => [
      ["it is stopped", order.running_state === "NOTRUNNING"],
      ["it is not cancelled", !isCancelled(order)],
    ],
  },
  {
    name: "cancel",
    act: ({ pulumi }) => pulumi(["destroy", "--yes", "--skip-preview"]),
    facts: ({ order, service, servers }) => [
      ["the order is cancelled", isCancelled(order)],
      ["no active order has its name", isGone(service, servers.domainName)],
    ],
  },
];

const named = async (service, domainName) =>
  (await service.listOrders()).filter((order) => order.domain_name === domainName);
const isAlone = async (service, domainName) => (await named(service, domainName)).length === 1;
const isGone = async (service, domainName) => (await named(service, domainName)).length === 0;

/** Runs one step and judges it. Throws if the CLI failed or a fact does not hold. */
export async function runStep(step, stage) {
  const before = await stage.readOwn();
  await watchWhile(step.act(stage), stage);
  const order = await stage.readOwn();
  const facts = await Promise.all(
    step.facts({ ...stage, before, order }).map(async ([sentence, holds]) => [sentence, await holds]),
  );
  const wrong = facts.filter(([, holds]) => !holds).map(([sentence]) => sentence);
  if (wrong.length > 0) throw new Error(`after "${step.name}" it is not true that ${wrong.join(", nor that ")}`);
  return facts.map(([sentence]) => sentence);
}

/** Looks at the server from a second connection while a step runs: ever more seldom, as calls may take minutes. */
async function watchWhile(work, { service, sightings, servers }) {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const look = async () => {
    for (let pauseMs = 200; !isOver; pauseMs = Math.min(pauseMs * 1.5, 5_000)) {
      const atMs = Date.now();
      const orders = await named(service, servers.domainName).catch(() => undefined);
      if (orders !== undefined) sightings.push({ atMs, states: orders.map(stateOf) });
      await Promise.race([wait(pauseMs), over.catch(() => undefined)]);
    }
  };
  const [outcome] = await Promise.allSettled([over, look()]);
  if (outcome.status === "rejected") throw outcome.reason;
}

const stateOf = ({ running_state, deployed_state }) => `${running_state}/${deployed_state}`;
