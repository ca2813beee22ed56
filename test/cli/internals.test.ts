import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exitCodes } from "../../provider/cli/command/errors";
import { internals } from "../../provider/engine/internals";
import { documentedCall } from "./support/documented-calls";

const doctor = async (given: Parameters<typeof documentedCall>[1] = {}) => {
  const { code, stdout } = await documentedCall("doctor --json", given);
  const { sections } = JSON.parse(stdout) as { sections: { title: string; checks: Record<string, string>[] }[] };
  const about = sections.find(({ title }) => title === "Parts of Pulumi that it does not document");
  return {
    code,
    checks: about?.checks ?? [],
    statuses: new Map(about?.checks.map(({ name, status }) => [name, status])),
  };
};

/** A project whose SDK is another one. */
async function withSdk<T>(files: Readonly<Record<string, string>>, tell: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-sdk-"));
  try {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, "node_modules/@pulumi/pulumi", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return await tell(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("doctor finds in the installed SDK whatever can be looked for, and lists the rest", async () => {
  const { checks, statuses } = await doctor();
  expect([...statuses.keys()]).toEqual(Object.values(internals).map(({ name }) => name));
  const others = checks.filter(({ status }) => status !== "ok");
  expect(new Set(others.map(({ message }) => message))).toEqual(new Set(["only a run can tell"]));
  expect(others.map(({ name }) => name)).toEqual(["errors with id and properties"]);
});

test("doctor says of an SDK of another kind what is missing, what that means, and which versions work", async () => {
  const files = {
    "package.json": '{"version":"4.0.0","main":"index.js"}',
    "index.js": "exports.output = (value) => value;",
  };
  const { code, checks, statuses } = await withSdk(files, (folder) => doctor({ folder }));
  expect(code).toBe(exitCodes.found);
  expect(statuses.get("Output.isKnown, promise() and allResources()")).toBe("problem");
  expect(statuses.get("Resource.__protect")).toBe("warning");
  expect(statuses.get("MockMonitor and cmd/run")).toBe("info");
  expect(checks.find(({ name }) => name === "EngineClient.log and getRootResource")).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/^not found\. Warnings and costs go to stderr/),
    advice: expect.stringMatching(/^Known to work are @pulumi\/pulumi 3\.216\.0 to /),
  });
});
