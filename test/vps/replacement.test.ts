import { Unknown } from "../../provider/engine/properties";
import { consequences } from "../../provider/vps/consequences";
import { diffVps } from "../../provider/vps/diff";
import type { Desired } from "../../provider/vps/model";
import { parsePath, valuesAt } from "../../provider/vps/replacement";
import { type Program, recordedAfter, wanting } from "./support/server";

const before: Program = {
  memoryMb: 1024,
  sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= two"],
  metaData: { role: "web", "a.b": "1" },
  fileInjectionData: [
    { path: "/etc/a", dataAsString: "a" },
    { path: "/etc/b", dataAsString: "b" },
  ],
  restartTriggers: [{ version: 1, who: "me" }, 2],
  move: { isUpdateDns: true },
};

const replacesFor = (path: string, change: Desired): string[] => [
  ...diffVps(recordedAfter(before), wanting({ ...before, ...change, __replaceOnChanges: [path] })).replaces,
];

test.each<[string, Desired, boolean]>([
  [
    "sshAuthorizedKeys[0]",
    {
      sshAuthorizedKeys: [
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= new",
      ],
    },
    false,
  ],
  [
    "sshAuthorizedKeys[0]",
    {
      sshAuthorizedKeys: [
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= new",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= two",
      ],
    },
    true,
  ],
  ["sshAuthorizedKeys[1]", { sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one"] }, true],
  ["sshAuthorizedKeys[2]", { sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one"] }, false],
  ["sshAuthorizedKeys[*]", { sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one"] }, true],
  ["sshAuthorizedKeys", { sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one"] }, true],
  ["metaData.role", { metaData: { role: "web", "a.b": "2" } }, false],
  ["metaData.role", { metaData: { role: "mail", "a.b": "1" } }, true],
  ['metaData["a.b"]', { metaData: { role: "mail", "a.b": "1" } }, false],
  ['metaData["a.b"]', { metaData: { role: "web", "a.b": "2" } }, true],
  ['metaData["new"]', { metaData: { role: "web", "a.b": "1", new: "x" } }, true],
  ["metaData.*", { metaData: { role: "web", "a.b": "1", new: "x" } }, true],
  [
    "fileInjectionData[*].path",
    {
      fileInjectionData: [
        { path: "/etc/a", dataAsString: "new" },
        { path: "/etc/b", dataAsString: "b" },
      ],
    },
    false,
  ],
  [
    "fileInjectionData[*].dataAsString",
    {
      fileInjectionData: [
        { path: "/etc/a", dataAsString: "new" },
        { path: "/etc/b", dataAsString: "b" },
      ],
    },
    true,
  ],
  ["restartTriggers[0].version", { restartTriggers: [{ version: 1, who: "you" }, 3] }, false],
  ["restartTriggers[0].version", { restartTriggers: [{ version: 2, who: "me" }, 2] }, true],
  ["move.moveReason", { move: { isUpdateDns: false } }, false],
  ["move.isUpdateDns", { move: { isUpdateDns: false } }, true],
  ["*", { memoryMb: 2048 }, true],
  ["memory", { memoryMb: 2048 }, false],
  ["memoryMb[", { memoryMb: 2048 }, false],
])("replaceOnChanges %s and %j: replaced is %j", (path, change, isReplaced) => {
  expect(replacesFor(path, change)).toEqual(isReplaced ? Object.keys(change) : []);
});

test("a value that is not known yet may replace only if the path leads to it", () => {
  const unknown = new Unknown();
  const lineFor = (sshAuthorizedKeys: Unknown) => {
    const __replaceOnChanges = ["sshAuthorizedKeys[0]"];
    const desired = wanting({ ...before, sshAuthorizedKeys, __replaceOnChanges });
    const recorded = recordedAfter(before);
    return consequences(recorded, desired, diffVps(recorded, desired)).line;
  };
  expect(lineFor(unknown)).toEqual(["may be replaced"]);
  expect(lineFor(new Unknown([unknown]))).toEqual(["may be replaced"]);
  expect(lineFor(new Unknown(["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= one", unknown]))).toEqual([
    "may change sshAuthorizedKeys",
  ]);
});

test.each([
  ["a", ["a"]],
  ["a.b[0].c", ["a", "b", 0, "c"]],
  ['a["b.c"]["d\\"e"]', ["a", "b.c", 'd"e']],
  ['["a b"].c', ["a b", "c"]],
])("the path %s is parsed", (path, parts) => {
  expect(parsePath(path)).toEqual(parts);
});

test.each(["", "a[", "a[x]", "a..b", "a[0]b", "a]", '["a]'])("%j is not a path", (path) => {
  expect(parsePath(path)).toBeUndefined();
});

test("a path to nothing finds nothing", () => {
  expect(valuesAt(undefined, ["a"])).toEqual([]);
  expect(valuesAt({ a: "text" }, ["a", 0])).toEqual([]);
  expect(valuesAt({ a: 1 }, ["constructor"])).toEqual([]);
});
