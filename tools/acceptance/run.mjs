import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";
import { cancelAll, cancelWhatWasBought, leftoversIn, newDomainName } from "./cancel.mjs";
import { chooseServers, runStep, STEPS } from "./course.mjs";
import { openGateway } from "./gateway.mjs";
import { probeActiveServer, probeCancelledOrder } from "./probes.mjs";
import { createPulumi, Interrupted } from "./pulumi.mjs";
import { reportText } from "./report.mjs";
import { createService } from "./service.mjs";
import { HOW_TO, readTerms, TermsError } from "./terms.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Exit codes. */
const [FAILED, TERMS, BILLED] = [1, 2, 3];

const say = (line) => void process.stdout.write(`${line}\n`);

async function main() {
  const terms = readTerms(process.env, process.argv.slice(2));
  const domainName = newDomainName(randomBytes(4).toString("hex"));
  const gateway = await openGateway({ baseUrl: terms.baseUrl, domainName });
  const service = createService(gateway, terms.apiKey);
  try {
    const leftovers = leftoversIn(await service.listOrders());
    if (terms.isOnlyCancelling) return await cancelLeftovers(leftovers, gateway, service);
    if (leftovers.length > 0) return nameLeftovers(leftovers);
    return await runAll({ terms, domainName, gateway, service });
  } finally {
    await gateway.close();
  }
}

async function cancelLeftovers(leftovers, gateway, service) {
  for (const { order_oid } of leftovers) gateway.own.add(order_oid);
  const { cancelled, billed } = await cancelAll([...gateway.own], service, say);
  say(`Cancelled and read back: ${cancelled.length}.`);
  return billed.length === 0 ? 0 : shout(billed);
}

function nameLeftovers(leftovers) {
  say("An earlier acceptance run left servers that are billed:");
  for (const { order_oid, domain_name, billing_info } of leftovers)
    say(`  order ${order_oid}, ${domain_name}, since ${billing_info?.order_date?.iso_format ?? "an unknown date"}`);
  say("Nothing was bought. To cancel them: npm run test:acceptance -- --cancel-leftovers");
  return FAILED;
}

/** The course, then the cancellation, whatever has happened; then the report. */
async function runAll({ terms, domainName, gateway, service }) {
  const startedMs = Date.now();
  const directory = makeWorkDirectory("acceptance");
  const interruption = interruptible();
  const run = { startedMs, limitUsd: terms.limitUsd, steps: [], quotesUsd: undefined };
  const evidence = {
    exchanges: gateway.exchanges,
    sightings: [],
    quotesUsd: [],
    active: undefined,
    cancelled: undefined,
  };
  let failure;
  try {
    const { directory: cli } = await findOrGetPulumi();
    const servers = await chooseServers(service, domainName);
    run.quotesUsd = servers.quotesUsd;
    evidence.quotesUsd = servers.quotesUsd;
    allowPurchase(gateway, servers.quotesUsd, terms.limitUsd);
    const settings = { directory, cli, serviceUrl: gateway.url, apiKey: terms.apiKey, signal: interruption.signal };
    const pulumi = createPulumi(settings);
    await pulumi(["stack", "init"]);
    await takeCourse({ pulumi, gateway, service, servers, sightings: evidence.sightings }, run.steps, evidence);
  } catch (error) {
    failure = error;
    say(`FAILED: ${error.message}`);
  }
  const ending = await cancelWhatWasBought({ gateway, service, say });
  removeWorkDirectory(directory);
  interruption.end();
  writeFileSync(terms.reportPath, reportText({ ...run, evidence, ending: endingText(ending, failure) }));
  say(`The report is in ${terms.reportPath}.`);
  if (ending.billed.length > 0 || ending.isUnsure) return shout(ending.billed);
  return failure === undefined ? 0 : FAILED;
}

/** A price of a month at each of the two sizes: more than is billed, as unused days are credited. */
function allowPurchase(gateway, quotesUsd, limitUsd) {
  const worstUsd = quotesUsd[0] + quotesUsd[1];
  if (!(worstUsd > 0)) throw new Error("the service names no price in USD. Nothing was bought.");
  if (worstUsd > limitUsd) {
    const sum = `USD ${quotesUsd[0]} + ${quotesUsd[1]} a month`;
    throw new Error(`the smallest server may cost ${sum}, more than the limit of USD ${limitUsd}. Nothing was bought.`);
  }
  say(`The server costs USD ${quotesUsd[0]} a month, then USD ${quotesUsd[1]}; it is cancelled in the end.`);
  gateway.purchase = "allowed";
}

async function takeCourse(stage, steps, evidence) {
  const readOwn = async () => {
    const [oid] = stage.gateway.own;
    return oid === undefined ? undefined : stage.service.getOrder(oid);
  };
  for (const step of STEPS) {
    const startedMs = Date.now();
    const finish = (outcome) => steps.push({ name: step.name, seconds: (Date.now() - startedMs) / 1000, outcome });
    say(`${step.name} …`);
    try {
      finish((await runStep(step, { ...stage, readOwn })).join("; "));
    } catch (error) {
      // The text of a failure may name the server; it stands on the terminal only.
      finish(error instanceof Interrupted ? "interrupted" : "FAILED");
      throw error;
    }
    if (step.name === "run again")
      evidence.active = await learn(probeActiveServer, { ...stage, order: await readOwn() });
  }
  evidence.cancelled = await learn(probeCancelledOrder, { ...stage, order: await readOwn() });
}

/** Questions whose answers are not as expected leave the report incomplete, and the course as it is. */
async function learn(probe, stage) {
  try {
    return await probe(stage);
  } catch (error) {
    say(`Some questions could not be asked: ${error.message}`);
    return undefined;
  }
}

/** Ctrl-C stops the course, not the cancellation that follows it. */
function interruptible() {
  const controller = new AbortController();
  const stop = () => {
    say("Stopping. What was bought is being cancelled: wait for the end, which may take minutes.");
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: controller.signal,
    end: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}

function endingText({ billed, isUnsure }, failure) {
  if (billed.length > 0) return "**The server could not be cancelled.**";
  if (isUnsure) return "**The order was not answered; it may have been made.**";
  return failure === undefined ? "Every step succeeded." : "A step failed; what was bought is cancelled.";
}

function shout(billed) {
  say("");
  say("STILL BILLED, as far as is known. Cancel it at https://rimuhosting.com/cp/:");
  for (const oid of billed) say(`  order ${oid}`);
  if (billed.length === 0) say("  an order that was not answered; look for pulumi-acceptance-….example.com");
  return BILLED;
}

try {
  process.exitCode = await main();
} catch (error) {
  sayOnStderr(error.message);
  if (error instanceof TermsError) sayOnStderr(`\n${HOW_TO}`);
  process.exitCode = error instanceof TermsError ? TERMS : FAILED;
}
