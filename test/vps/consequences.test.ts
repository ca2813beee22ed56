import { Unknown } from "../../provider/engine/properties";
import { consequences, protectedObjection } from "../../provider/vps/consequences";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { recordProgram } from "../../provider/vps/record";
import type { OwnedServer } from "../../provider/vps/state";
import type { Program } from "./support/server";

const before: Program = {
  domainName: "web.example.com",
  distro: "deb12.64",
  memoryMb: 1024,
  diskSpaceMb: 20_480,
  hostServerOid: "1317",
  runningState: "RUNNING",
  sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one"],
  restartTriggers: [1],
  reinstallTriggers: [1],
};

const recorded: OwnedServer = {
  ...recordProgram({ orderOid: 2_853_299_702 }, before, "its password"),
  primaryIp: "192.0.2.7",
  observedRunningState: "RUNNING",
  monthlyCost: { amount: 20, currency: "USD", amountUsd: 20 },
};

const consequencesOf = (change: Desired, state: OwnedServer = recorded) => {
  const desired = { ...before, ...change, __isPreview: true };
  return consequences(state, desired, diffVps(state, desired));
};

const server = "order 2853299702 (web.example.com, 192.0.2.7)";
const unknown = new Unknown();

test("a server that stays as it is has no consequences", () => {
  expect(consequencesOf({})).toEqual({ line: [], warnings: [] });
});

test("a server that was installed and not reached is waited for, unless the program no longer wants that", () => {
  const unreached = { ...recorded, waitForPort: 22, __awaitsPort: true as const };
  const lineOf = (change: Desired) => consequencesOf(change, unreached).line;
  expect(lineOf({ waitForPort: 22 })).toEqual(["will wait for port 22"]);
  expect(lineOf({ waitForPort: 22, memoryMb: 2048 })).toEqual([
    "will be restarted",
    "billed pro rata",
    "will wait for port 22",
  ]);
  expect(lineOf({ __timeouts: { deleteMs: 60_000 } })).toEqual(["customTimeouts recorded: the server stays as it is"]);
  expect(lineOf({})).toEqual([]);
  expect(lineOf({ waitForPort: 22, runningState: "NOTRUNNING" })).toEqual([]);
});

test.each([
  ["distro", { distro: "deb13.64" }, "distro (deb12.64 → deb13.64)"],
  ["controlPanel", { controlPanel: "webmin" }, "controlPanel (unset → webmin)"],
  ["a secret in the wrong argument", { distro: "5ec2e75ec2e7" }, "distro (deb12.64 → …)"],
  ["reinstallTriggers", { reinstallTriggers: [2] }, "reinstallTriggers"],
])("a reinstall because of %s warns about the loss of data and names the cause", (_, change, cause) => {
  const { line, warnings } = consequencesOf(change);
  expect(line).toEqual([]);
  expect(warnings).toEqual([
    `${cause} changed, which reinstalls ${server}: ALL DATA ON IT WILL BE LOST; the order and the IP stay. To prevent this, set protect: true or onImageChange: "forbid".`,
  ]);
});

test("a reinstall that starts a stopped server says so, unless the program has it stopped again", () => {
  const stopped = { ...recorded, observedRunningState: "NOTRUNNING" };
  const warning = (change: Desired) => consequencesOf({ distro: "deb13.64", ...change }, stopped).warnings[0];
  expect(warning({ runningState: undefined })).toContain(
    "the order and the IP stay, and the stopped server will run. To prevent",
  );
  expect(warning({ runningState: "NOTRUNNING" })).not.toContain("will run");
});

test("an image that was changed outside is reported as such, with how to keep it", () => {
  const drifted: OwnedServer = { ...recorded, distro: "ubuntu2404.64", __outside: { distro: "deb12.64" } };
  const cause = "The server runs ubuntu2404.64, changed outside this program; the program says deb12.64";
  const wayOut = 'To keep what is there, write distro: "ubuntu2404.64".';
  expect(consequencesOf({}, drifted).warnings).toEqual([
    `${cause}. This run reinstalls ${server}: ALL DATA ON IT WILL BE LOST; the order and the IP stay. ${wayOut}`,
  ]);
  expect(consequencesOf({ onImageChange: "replace" }, drifted).warnings).toEqual([
    `${cause}. This run replaces the server: first ${server} will be cancelled: all its data and its IP will be lost; then another server will be ordered. ${wayOut}`,
  ]);
  // The program has changed as well: that is the cause.
  expect(consequencesOf({ onImageChange: "replace", domainName: "app.example.com" }, drifted).warnings[0]).toMatch(
    /^domainName \(.*\), distro \(.*\) changed, which replaces/,
  );
});

test("other changes made outside are named on the line of the run that sets them back", () => {
  const stopped = { runningState: "NOTRUNNING", observedRunningState: "NOTRUNNING" } as const;
  const drifted: OwnedServer = { ...recorded, ...stopped, memoryMb: 4096, __outside: { memoryMb: 1024 } };
  expect(consequencesOf({}, drifted).line).toEqual([
    "will be started",
    "billed pro rata",
    "memoryMb changed outside this program",
  ]);
  // What the program now asks for is its own change.
  expect(consequencesOf({ memoryMb: 2048 }, drifted).line).not.toContain("memoryMb changed outside this program");
});

test("the replacement of a protected server is refused, naming the cause and what would be lost", () => {
  const because = protectedObjection(recorded, { ...before, domainName: "app.example.com" }, ["domainName"]);
  expect(because).toMatch(/^domainName \(web.example.com → app.example.com\) changed/);
  expect(because).toContain("would cancel the order and lose all its data and its IP, but the resource is protected.");
});

test("first-boot data is announced as waiting for the next install", () => {
  const { line, warnings } = consequencesOf({ sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQI= two"] });
  expect(line).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining("is recorded for the next install")]);
});

test("first-boot data that reinstalls warns about the loss of data, and never shows its value", () => {
  const { warnings } = consequencesOf({ password: "a new secret", reinstallOnFirstBootChange: true });
  expect(warnings).toEqual([
    expect.stringMatching(/^password changed, which reinstalls .* ALL DATA ON IT WILL BE LOST/),
  ]);
  expect(JSON.stringify(warnings)).not.toContain("a new secret");
});

test("first-boot data changed together with the image is installed with it, and named", () => {
  const { line, warnings } = consequencesOf({
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQI= two"],
    password: "a new secret",
    distro: "deb13.64",
  });
  expect(warnings).toHaveLength(1);
  expect(line).toEqual([expect.stringMatching(/^the reinstall brings the new (?:password|sshAuthorizedKeys), \w+$/)]);
});

test("a resize restarts and is billed pro rata", () => {
  expect(consequencesOf({ memoryMb: 2048 })).toEqual({ line: ["will be restarted", "billed pro rata"], warnings: [] });
});

test("a move may change the IP, and starts a stopped server", () => {
  expect(consequencesOf({ hostServerOid: "1400" })).toEqual({
    line: [],
    warnings: [
      `hostServerOid changed, which moves ${server} to host 1400: this takes 5 to 10 minutes per GB in use, at most about 3.3 hours for its 20 GB of disk, and its IP, and its price or its sizes, may change.`,
    ],
  });
  const stopped = { ...recorded, observedRunningState: "NOTRUNNING" };
  expect(consequencesOf({ hostServerOid: "1400" }, stopped).warnings[0]).toContain("It is started first");
});

test("a move says what it may mean for the location that the program names", () => {
  const placed = { ...recorded, dcLocation: "DCDALLAS", __managed: ["dcLocation"] };
  const { warnings } = consequencesOf({ hostServerOid: "1400", dcLocation: "DCDALLAS" }, placed);
  expect(warnings.join()).toContain("If that host is not in DCDALLAS, leave dcLocation out of the program afterwards");
});

test("a restart without a shutdown says what it may cost", () => {
  const restarted = {
    ...recorded,
    restartTriggers: ["a"],
    __managed: [...(recorded.__managed ?? []), "restartTriggers", "reinstallTriggers"],
  };
  const changed = (method: "RESTARTING" | "POWERCYCLING") =>
    consequencesOf({ restartTriggers: ["b"], restartMethod: method }, restarted);
  expect(changed("RESTARTING")).toEqual({ line: ["will be restarted"], warnings: [] });
  const { line, warnings } = changed("POWERCYCLING");
  expect(line).toEqual([]);
  expect(warnings[0]).toContain("off and on without shutting it down");
});

test("a stopped server is still billed", () => {
  const { line, warnings } = consequencesOf({ runningState: "NOTRUNNING" });
  expect(line).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining("stays billed like a running server")]);
});

test("a replacement shows its cause, what is lost, and that it deletes first", () => {
  const { line, warnings } = consequencesOf({ domainName: "app.example.com", memoryMb: 2048 });
  expect(line).toEqual([]);
  expect(warnings).toEqual([
    `domainName (web.example.com → app.example.com) changed, which replaces the server: first ${server} will be cancelled: all its data and its IP will be lost; then another server will be ordered.`,
  ]);
});

test("a replaced server whose order ends with its period stays billed until then", () => {
  const { warnings } = consequencesOf({ domainName: "app.example.com" }, { ...recorded, cancel: "at-period-end" });
  expect(warnings[0]).toContain("until then it keeps running, and both are billed");
});

test("an unknown value may replace, and is left alone if it stays the same", () => {
  const { line, warnings } = consequencesOf({ domainName: unknown });
  expect(line).toEqual([]);
  expect(warnings).toEqual([
    `domainName is not known yet: ${server} may be replaced, with its data and IP lost. It stays as it is if the value turns out to be the same.`,
  ]);
});

test("an unknown image may reinstall or replace, as onImageChange says", () => {
  expect(consequencesOf({ distro: unknown }).warnings).toEqual([expect.stringContaining("may be reinstalled")]);
  expect(consequencesOf({ distro: unknown, onImageChange: "replace" }).warnings).toEqual([
    expect.stringContaining("may be replaced"),
  ]);
});

test.each<[string, Partial<Desired>, string]>([
  ["name of a protected server", { domainName: unknown, __isProtected: true }, "replace"],
  ["image of a protected server", { distro: unknown, __isProtected: true }, "reinstall"],
  [
    "image that would replace a protected server",
    { distro: unknown, onImageChange: "replace", __isProtected: true },
    "replace",
  ],
])("an unknown %s is refused if it differs", (_, desired, verb) => {
  expect(consequencesOf(desired).warnings).toEqual([
    expect.stringContaining(`another value would ${verb} ${server}, and is refused: the resource is protected.`),
  ]);
});

test("an unknown image is refused where a reinstall is forbidden, and differs", () => {
  expect(consequencesOf({ distro: unknown, onImageChange: "forbid" }).warnings).toEqual([
    `distro is not known yet: another value would reinstall ${server}, and is refused: onImageChange is "forbid".`,
  ]);
});

test("an unknown value of what no call changes is announced as such", () => {
  expect(consequencesOf({ metaData: unknown }).warnings).toEqual([
    `metaData is not known yet: the service cannot change that on ${server}, so a value that its order does not show is refused.`,
  ]);
});

test("a first value of a trigger wipes nothing, known or not", () => {
  const { reinstallTriggers: _, ...others } = recorded;
  const untriggered = {
    ...others,
    __managed: (recorded.__managed ?? []).filter((name) => name !== "reinstallTriggers"),
  };
  expect(consequencesOf({ reinstallTriggers: unknown, onImageChange: "replace" }, untriggered)).toEqual({
    line: ["reinstallTriggers recorded: a first value changes nothing"],
    warnings: [],
  });
});

test("a protected server is not advised to be reinstalled", () => {
  const [warning] = consequencesOf({ sshAuthorizedKeys: [], __isProtected: true }).warnings;
  expect(warning).toMatch(/The change is recorded for the next install\.$/);
});

test("nothing promises that a server stays as it is in a run that reinstalls it", () => {
  expect(consequencesOf({ memoryMb: undefined, distro: "deb13.64" }).line).toEqual(["memoryMb no longer managed"]);
});

test("an unknown size may change", () => {
  expect(consequencesOf({ memoryMb: unknown })).toEqual({ line: ["may change memoryMb"], warnings: [] });
});

test("a restart that two changes need is announced once", () => {
  const triggered = {
    ...recorded,
    restartTriggers: [1],
    __managed: [...(recorded.__managed ?? []), "restartTriggers"],
  };
  const both = { memoryMb: 4096, restartTriggers: [2] };
  expect(consequencesOf(both, triggered).line).toEqual(["will be restarted", "billed pro rata"]);
});

test("a change of cancel says what a destroy will do", () => {
  expect(consequencesOf({ cancel: "at-period-end" }).line).toEqual([
    "a destroy lets the server run, billed, until the end of its period",
  ]);
});

test("a change that no call can make is explained if the order may have that value already", () => {
  expect(consequencesOf({ metaData: { role: "web" } }).warnings).toEqual([
    `metaData is new in the program, and the service cannot set it on an existing server. If ${server} has this value already, the update records it; otherwise it will be refused before it changes anything. Leave metaData out, or ask the service's support to change the order.`,
  ]);
  expect(consequencesOf({ pricingPlanCode: "LaunchtimeVPSFra" }).warnings).toEqual([
    "pricingPlanCode is new in the program, and the service cannot set it on an existing server. The update will be refused before it changes anything. Leave pricingPlanCode out, or ask the service's support to change the order.",
  ]);
});

test("what is only recorded is said to be", () => {
  const withoutTriggers = { ...recorded, __managed: ["domainName", "distro"] };
  expect(consequencesOf({}, withoutTriggers).line).toContain(
    "reinstallTriggers, restartTriggers recorded: a first value changes nothing",
  );
});

test("what is only recorded is said where there is nothing else to say", () => {
  const dallas = { ...recorded, dcLocation: "DCDALLAS" };
  const lineOf = (change: Desired) => consequencesOf(change, dallas).line;
  expect(lineOf({ dcLocation: "DCDALLAS" })).toEqual(["dcLocation recorded: the server stays as it is"]);
  expect(lineOf({ onImageChange: "forbid", dcLocation: "DCDALLAS" })).toEqual([
    "onImageChange, dcLocation recorded: the server stays as it is",
  ]);
  expect(lineOf({ onImageChange: "forbid", memoryMb: 4096 })).toEqual(["will be restarted", "billed pro rata"]);
  expect(lineOf({})).toEqual([]);
});

test("what is no longer managed stays as it is, and a stopped server stays billed", () => {
  expect(consequencesOf({ memoryMb: undefined }).line).toEqual([
    "memoryMb no longer managed: the server stays as it is",
  ]);
  const stopped = { ...recorded, observedRunningState: "NOTRUNNING" };
  expect(consequencesOf({ runningState: undefined }, stopped).line).toEqual([
    "runningState no longer managed: the server stays stopped, and billed",
  ]);
});

test("nothing promises that a stopped server stays so in a change that may boot it", () => {
  const stopped: OwnedServer = { ...recorded, runningState: "NOTRUNNING", observedRunningState: "NOTRUNNING" };
  const resized = (runningState: "RUNNING" | "NOTRUNNING" | undefined) =>
    consequencesOf({ runningState, memoryMb: 4096 }, stopped).line;
  expect(resized(undefined)).toEqual([
    "the stopped server may run afterwards",
    "billed pro rata",
    "runningState no longer managed",
  ]);
  expect(resized("NOTRUNNING")).toEqual(["stays stopped", "billed pro rata"]);
  expect(resized("RUNNING")).toEqual(["will be started", "billed pro rata"]);
  const reinstalled = consequencesOf({ runningState: undefined, distro: "deb13.64" }, stopped);
  expect(reinstalled.line).toEqual(["runningState no longer managed"]);
  expect(reinstalled.warnings.join()).toContain("and the stopped server will run");
});

test("a move in the same run may change the IP that a reinstall leaves", () => {
  const { warnings } = consequencesOf({ distro: "deb13.64", hostServerOid: "1400" });
  expect(warnings.join()).toContain("ALL DATA ON IT WILL BE LOST; the order stays.");
});

test("a server that is resized and is to be stopped is stopped last", () => {
  expect(consequencesOf({ runningState: "NOTRUNNING", memoryMb: 4096 }).line).toEqual([
    "will be restarted, then stopped",
    "billed pro rata",
  ]);
});

test("a stopped server is not restarted", () => {
  const __managed = [...(recorded.__managed ?? []), "restartTriggers"];
  const triggered = { ...recorded, restartTriggers: ["a"], __managed };
  const stopped = { ...triggered, observedRunningState: "NOTRUNNING" };
  for (const restartMethod of ["RESTARTING", "POWERCYCLING"] as const)
    expect(consequencesOf({ restartTriggers: ["b"], restartMethod }, stopped)).toEqual({
      line: ["restartTriggers recorded: a stopped server is not restarted"],
      warnings: [],
    });
});

test("no control panel is shown as the empty text that it is", () => {
  const panel = { ...recorded, controlPanel: "", __managed: [...(recorded.__managed ?? []), "controlPanel"] };
  expect(consequencesOf({ controlPanel: "webmin" }, panel).warnings.join()).toContain('controlPanel ("" → webmin)');
});
