import { endWithEngine } from "../../provider/host/host";
import { connectEngine } from "../../provider/pulumi/engine-connection";
import { goneAddress, startEngine, startMuteEngine } from "./support/grpc-engine";

const impatient = { answerMs: 150, presenceMs: 600 };
/** For what must arrive in the end, also on a busy machine. */
const patient = { ...impatient, presenceMs: 10_000 };

/** gRPC's own numbers. */
const unimplemented = 12;

test.each([
  ["answers", undefined],
  ["does not know the call", unimplemented],
])("an engine that %s is alive, and is asked once", async (_, status) => {
  const engine = await startEngine({ onLook: async () => status });
  expect(await connectEngine(engine.address).presence()).toBe("there");
  expect(engine.looks()).toBe(1);
});

test("an engine whose first answers are late is asked again", async () => {
  let looks = 0;
  const engine = await startEngine({
    onLook: () => (++looks <= 2 ? new Promise(() => {}) : Promise.resolve(undefined)),
  });
  expect(await connectEngine(engine.address, patient).isThere()).toBe(true);
  expect(looks).toBe(3);
});

test("an engine that never answers is slow, which is neither alive nor gone", async () => {
  const engine = await startMuteEngine();
  const connection = connectEngine(engine.address, impatient);
  expect(await connection.presence()).toBe("slow");
  expect(await connection.isThere()).toBe(false);
});

test("an engine that is gone refuses the connection, which is known immediately", async () => {
  const connection = connectEngine(await goneAddress());
  const startMs = performance.now();
  expect(await connection.presence()).toBe("gone");
  expect(await connection.isThere()).toBe(false);
  expect(performance.now() - startMs).toBeLessThan(4000);
});

test("an engine that dies is gone, even for a call that waits for its answer", async () => {
  let looks = 0;
  const engine = await startEngine({
    onLook: () => (++looks === 1 ? Promise.resolve(undefined) : new Promise(() => {})),
  });
  const connection = connectEngine(engine.address);
  expect(await connection.isThere()).toBe(true);
  const waiting = connection.isThere();
  while (looks < 2) await new Promise(setImmediate);
  engine.stop();
  expect(await waiting).toBe(false);
  expect(await connection.isThere()).toBe(false);
});

test("a host reaches its engine without the environment's proxy", async () => {
  const engine = await startEngine();
  const before = process.env["http_proxy"];
  process.env["http_proxy"] = `http://${await goneAddress()}`;
  try {
    expect(await connectEngine(engine.address).isThere()).toBe(true);
  } finally {
    if (before === undefined) delete process.env["http_proxy"];
    else process.env["http_proxy"] = before;
    engine.stop();
  }
});

test.each([
  ["nothing", undefined],
  ["an option of a test runner", "--version"],
  ["a test and its line", "web.test.ts:12"],
])("a process that no engine started misses none: %s", async (_, address) => {
  const connection = connectEngine(address);
  expect(await connection.isThere()).toBe(true);
  expect(await connection.log({ urn: "", text: "hello", severity: "info", isEphemeral: true })).toBe("there");
});

const message = { urn: "", text: "hello", severity: "info", isEphemeral: true } as const;

test("an engine whose address has an unknown form cannot be asked, and counts as there", async () => {
  const host = "/home/me/shop/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";
  const connection = connectEngine("unix:/run/engine.sock", impatient, host);
  expect(connection.hasEngine).toBe(true);
  expect(await connection.log(message)).toBe("unknown");
  expect(await connection.presence()).toBe("unknown");
  expect(await connection.isThere()).toBe(true);
});

test("an engine that does not take messages has not been told, and is alive", async () => {
  const engine = await startEngine({ onLog: async () => unimplemented });
  expect(await connectEngine(engine.address).log(message)).toBe("unknown");
  expect(await connectEngine(engine.address).isThere()).toBe(true);
});

describe("a host process and its engine", () => {
  test("the process ends when the engine has died", async () => {
    const engine = await startEngine();
    const connection = connectEngine(engine.address);
    const ended = new Promise<void>((end) =>
      endWithEngine({ engine: connection, isBusy: () => false, everyMs: 5, end }),
    );
    while (engine.looks() < 2) await new Promise(setImmediate);
    engine.stop();
    await ended;
  });

  test("one missing answer ends nothing, nor does a slow engine", async () => {
    const seen = ["gone", "there", "gone", "slow", "slow", "slow", "gone", "there"] as const;
    let looks = 0;
    let hasEnded = false;
    await new Promise<void>((resolve) =>
      endWithEngine({
        engine: {
          hasEngine: true,
          presence: async () => {
            if (looks === seen.length) resolve();
            return seen[looks++] ?? "there";
          },
        },
        isBusy: () => false,
        everyMs: 1,
        end: () => (hasEnded = true),
      }),
    );
    expect(hasEnded).toBe(false);
  });

  test("work in progress is finished first", async () => {
    let looks = 0;
    const presence = async () => {
      looks += 1;
      return "gone" as const;
    };
    await new Promise<void>((end) =>
      endWithEngine({ engine: { hasEngine: true, presence }, isBusy: () => looks < 6, everyMs: 1, end }),
    );
    expect(looks).toBe(6);
  });
});
