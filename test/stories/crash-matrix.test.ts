import { isExhaustive } from "../volume";
import type { CommandResult } from "./harness/cli/command-result";
import type { RunningCommand } from "./harness/cli/running-command";
import { activeOrders, declaring, orderOf, until, web } from "./harness/servers";
import type { Simulator } from "./harness/simulator";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

type Call = NonNullable<Simulator["journal"]["entries"][number]["call"]>;
type Moment = "before-work" | "after-work";

/** Where a run dies: at one moment of the nth request of its kind. */
interface Boundary {
  readonly call: Call;
  /** How many requests of this kind pass before it. */
  readonly occurrence: number;
  readonly moment: Moment;
}

/** What dies: everything, or the CLI alone, so that its host goes on. */
type Casualty = "everything" | "the CLI";

/** A create, an update of three steps and a destroy. */
const phases = [
  { name: "create", program: declaring(web('distro: "deb13.64", memoryMb: 2048')), command: "up" },
  {
    name: "update",
    program: declaring(web('distro: "ubuntu2404.64", memoryMb: 4096, runningState: "NOTRUNNING"')),
    command: "up",
  },
  { name: "destroy", program: declaring(), command: "destroy" },
] as const;

const start = (stack: Stack, command: "up" | "destroy"): RunningCommand =>
  command === "up" ? stack.upInBackground() : stack.destroyInBackground();

const moments = ["before-work", "after-work"] as const;

/**
 * A purchase before and after its work, and other changes now before and now after it: what is read changes nothing that a
 * next run could see. Exhaustively every request at both moments.
 */
function boundariesOf(journal: Simulator["journal"]): Boundary[] {
  const seen = new Map<Call, number>();
  let changes = 0;
  // The catalogue is no part of anything that can be lost.
  const requests = journal.entries.filter(({ path }) => path.startsWith("/r/orders"));
  return requests.flatMap(({ call, method }) => {
    if (call === undefined || (method === "GET" && !isExhaustive)) return [];
    const occurrence = seen.get(call) ?? 0;
    seen.set(call, occurrence + 1);
    const nth = changes++;
    return moments
      .filter((_moment, index) => isExhaustive || call === "new-vps" || nth % 2 === index)
      .map((moment) => ({ call, occurrence, moment }));
  });
}

/** Lets requests of a kind pass until the one that is meant stands at the gate. */
async function holdAt(simulator: Simulator, { call, occurrence, moment }: Boundary, command: RunningCommand) {
  let gate = simulator.hold(call, { moment });
  for (let passed = 0; ; passed++) {
    await command.until(gate.reached);
    if (passed === occurrence) return gate;
    const next = simulator.hold(call, { moment });
    gate.release();
    gate = next;
  }
}

async function dieAtBoundary(
  simulator: Simulator,
  stack: Stack,
  command: RunningCommand,
  boundary: Boundary,
  casualty: Casualty,
): Promise<void> {
  const gate = await holdAt(simulator, boundary, command);
  await (casualty === "everything" ? command.killEverything() : command.killCli());
  const underWay = simulator.journal.entries.filter(({ outcome }) => outcome === "pending");
  gate.release();
  await until(() => underWay.every(({ outcome }) => outcome !== "pending"));
  stack.removeLock();
}

/** What came of one history. An order is told of when a message named it. */
interface Outcome {
  readonly bought: number;
  readonly silentDuplicates: number;
  readonly lost: number;
  /** Orders that the destroy refused to leave behind. */
  readonly strays: number;
  readonly silentStrays: number;
}

const isTold = (results: readonly CommandResult[], orderOid: number): boolean =>
  results.some(({ text }) => text.includes(String(orderOid)));

/** Runs a command again until it succeeds. What a person has to do in between is to cancel what they were told of. */
async function runAgain(simulator: Simulator, stack: Stack, command: "up" | "destroy"): Promise<CommandResult[]> {
  const results = [await start(stack, command).done];
  if (results[0]?.isOk) return results;
  for (const orderOid of activeOrders(simulator)) {
    if (orderOid !== orderOf(stack) && isTold(results, orderOid)) simulator.world.cancelOutside(orderOid);
  }
  return [...results, (await start(stack, command).done).expectOk()];
}

async function live(
  simulator: Simulator,
  stack: Stack,
  deaths: readonly (Boundary | undefined)[],
  casualty: Casualty,
): Promise<Outcome> {
  simulator.reset();
  let silentDuplicates = 0;
  let lost = 0;
  let strays = 0;
  let silentStrays = 0;
  for (const [index, { name, program, command }] of phases.entries()) {
    stack.project.write(program);
    const death = deaths[index];
    if (death !== undefined) await dieAtBoundary(simulator, stack, start(stack, command), death, casualty);
    const results = await runAgain(simulator, stack, command);
    const own = orderOf(stack);
    const others = activeOrders(simulator).filter((orderOid) => orderOid !== own);
    if (name === "destroy") {
      strays = results.length - 1;
      silentStrays = others.length;
    } else {
      silentDuplicates += others.filter((orderOid) => !isTold(results, orderOid)).length;
      lost += activeOrders(simulator).some((orderOid) => orderOid === own) ? 0 : 1;
    }
    if (name === "update") {
      expect(simulator.world.order(Number(own))).toMatchObject({
        distro: "ubuntu2404.64",
        sizes: { memoryMb: 4096 },
        runningState: "NOTRUNNING",
        installation: { count: 2 },
      });
    }
  }
  return { bought: simulator.world.orders().length, silentDuplicates, lost, strays, silentStrays };
}

const describeDeath = (death: Boundary | undefined): string =>
  death === undefined ? "-" : `${death.call}[${death.occurrence}] ${death.moment}`;

/** The boundaries of each phase, as a run without accident shows them. */
async function boundariesOfPhases(simulator: Simulator, stack: Stack): Promise<Boundary[][]> {
  const found: Boundary[][] = [];
  for (const { program, command } of phases) {
    stack.project.write(program);
    simulator.journal.clear();
    (await start(stack, command).done).expectOk();
    found.push(boundariesOf(simulator.journal));
  }
  return found;
}

for (const casualty of ["everything", "the CLI"] as const) {
  const tell = casualty === "everything" ? story : story.exhaustively;
  tell(
    `${casualty} dies at the request boundaries of a create, an update and a destroy: nothing is bought twice, lost or left running untold`,
    async (stage) => {
      const { simulator } = stage;
      const stack = await stage.newStack({ program: declaring() });
      const boundaries = await boundariesOfPhases(simulator, stack);
      const histories = Math.max(...boundaries.map(({ length }) => length));
      for (let index = 0; index < histories; index++) {
        const deaths = boundaries.map((ofPhase) => ofPhase[index]);
        const outcome = await live(simulator, stack, deaths, casualty);
        const told = `${deaths.map(describeDeath).join(", ")}: strays that the destroy named: ${outcome.strays}`;
        console.log(`${casualty} dies at ${told}`);
        expect({ deaths, ...outcome }).toMatchObject({
          deaths,
          bought: 1,
          silentDuplicates: 0,
          lost: 0,
          silentStrays: 0,
        });
      }
    },
    { timeoutMs: isExhaustive ? 3_600_000 : 400_000 },
  );
}
