#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { Fault } from "./faults/fault";
import { type Simulator, type SimulatorOptions, startSimulator } from "./start-simulator";
import { Seed } from "./world/seed";
import { Variants } from "./world/variants";

const HELP = `RimuHosting's server-management service, offline.

Usage: rimuhosting-simulator --port 8089 --api-key 12345 [options]

  --port N           port to listen on; 0 (the default) picks a free one
  --api-key K        key that clients must send; repeat for more keys; default 12345
  --data DIR         keep the world in this folder, so that it survives a restart
  --seed FILE        JSON that the world starts from (see the README); ignored if --data already holds a world
  --latency L        how long calls take: none, fast (the default; up to a second) or real (up to minutes)
  --host H           address to listen on; default 127.0.0.1
  --fault JSON       something that will go wrong, as in the README; repeat for more
  --variant NAME=V   how the service behaves where that is unproven, as in the README; repeat for more
  --random-seed N    order numbers, passwords and addresses follow from it; default 1. Two simulators for two accounts need different ones
  --with-parent      end when the process that started it ends, however that ends; always so under npx
  --help             this text

When ready, it prints one line: its URL. SIGINT, SIGTERM and SIGHUP stop it.
`;

class UsageError extends Error {}

/** Ending npx should end the simulator, but npx passes no signal on. */
const isUnderNpx = process.env["npm_command"] === "exec";

const Flags = z.object({
  port: z.coerce.number("--port must be a number.").int("--port must be a whole number.").min(0).max(65_535).default(0),
  "api-key": z.array(z.string().regex(/^\S+$/, "--api-key must be a key without spaces.")).default(["12345"]),
  data: z.string().optional(),
  seed: z.string().optional(),
  latency: z.enum(["none", "fast", "real"], "--latency must be none, fast or real.").default("fast"),
  host: z.string().default("127.0.0.1"),
  fault: z.array(z.string()).default([]),
  variant: z.array(z.string().regex(/^\w+=/, "--variant must be NAME=VALUE.")).default([]),
  "random-seed": z.coerce
    .number("--random-seed must be a number.")
    .int("--random-seed must be a whole number.")
    .default(1),
  "with-parent": z.boolean().default(isUnderNpx),
});

type Run = { readonly options: SimulatorOptions; readonly isWithParent: boolean };

function readFlags(args: readonly string[]): Run | "help" {
  const { values } = parse(args);
  if (values.help) return "help";
  const flags = Flags.safeParse(values);
  if (!flags.success) throw new UsageError(flags.error.issues.map((issue) => issue.message).join(" "));
  const { data, seed, fault, variant, "with-parent": isWithParent, port, host, latency } = flags.data;
  const options = {
    port,
    host,
    latency,
    apiKeys: flags.data["api-key"],
    randomSeed: flags.data["random-seed"],
    faults: fault.map(readFault),
    variants: readVariants(variant),
    ...(data === undefined ? {} : { data }),
    ...(seed === undefined ? {} : readSeed(seed)),
  };
  return { options, isWithParent };
}

function readFault(text: string): Fault {
  const fault = Fault.safeParse(jsonOrText(text));
  if (!fault.success) throw new UsageError(`--fault ${text}:\n${z.prettifyError(fault.error)}`);
  return fault.data;
}

function readVariants(settings: readonly string[]): Variants {
  const given = settings.map((setting): [string, unknown] => {
    const cut = setting.indexOf("=");
    const [name, value] = [setting.slice(0, cut), setting.slice(cut + 1)];
    return [name, jsonOrText(value)];
  });
  const variants = Variants.safeParse(Object.fromEntries(given));
  if (!variants.success) throw new UsageError(`--variant:\n${z.prettifyError(variants.error)}`);
  return variants.data;
}

/** Numbers, booleans and objects as such; everything else as text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    port: text,
    "api-key": { type: "string", multiple: true },
    data: text,
    seed: text,
    latency: text,
    host: text,
    fault: { type: "string", multiple: true },
    variant: { type: "string", multiple: true },
    "random-seed": text,
    "with-parent": { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

function readSeed(path: string): { seed: Seed } {
  const seed = Seed.safeParse(readJson(path));
  if (!seed.success) throw new UsageError(`--seed ${path}:\n${z.prettifyError(seed.error)}`);
  return { seed: seed.data };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`--seed ${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

const PARENT_CHECK_MS = 250;

/** A process that is killed cannot pass the signal on, so the simulator has to look for its parent. */
function closeOnEnd(simulator: Simulator, isWithParent: boolean): void {
  const close = (): void => {
    simulator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", close);
  process.once("SIGTERM", close);
  process.once("SIGHUP", close);
  if (!isWithParent) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) close();
  }, PARENT_CHECK_MS).unref();
}

async function main(): Promise<void> {
  const run = readFlags(process.argv.slice(2));
  if (run === "help") {
    process.stdout.write(HELP);
    return;
  }
  const { options, isWithParent } = run;
  const simulator = await startSimulator(options).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new Error(`Port ${options.port} is in use. Choose another, or 0 for any free port.`, { cause: error });
  });
  closeOnEnd(simulator, isWithParent);
  process.stdout.write(`${simulator.url}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? "\nTry --help." : "";
  process.stderr.write(`rimuhosting-simulator: ${text}${hint}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
