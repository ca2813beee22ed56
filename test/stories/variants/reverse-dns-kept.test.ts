import type { Simulator } from "../harness/simulator";
import type { Stack } from "../harness/stack";
import { story } from "../harness/story";

const program = (body: string) => `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  ${body}
`;

const server = (opts = "") =>
  `const mail = new rimuhosting.Vps("mail", { domainName: "mail.example.com" }, { ${opts} });`;
const record = (name: string, args = "vps: mail", opts = "") =>
  `new rimuhosting.ReverseDns("${name}", { ${args}, name: "mx.example.com" }, { ${opts} });`;

const written = ({ journal }: Simulator): unknown[] => journal.calls("ptr").map(({ body }) => body);

function nameAtAddress({ world }: Simulator): string | undefined {
  const [order] = world.activeOrders();
  return order === undefined ? undefined : world.ptr(order.primaryIp);
}

const urnOf = (stack: Stack, name: string) => stack.findInState(name)?.urn ?? "";

story("a record under another name in the program stays set, with and without aliases", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program(server() + record("first")) });
  (await stack.up()).expectOk();
  simulator.journal.clear();

  stack.project.write(program(server() + record("second", "vps: mail", 'aliases: [{ name: "first" }]')));
  (await stack.up()).expectOk();
  expect(written(simulator)).toEqual([]);

  stack.project.write(program(server() + record("third")));
  (await stack.up()).expectOk();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
  expect(written(simulator)).toEqual([{ domain_name: "mx.example.com" }]);
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
});

story("a record of an explicit provider, a targeted one and a tainted one stay set", async (told) => {
  const { simulator } = told;
  const explicit = 'const own = new rimuhosting.Provider("own", {});';
  const body = (name: string, opts = "provider: own") => program(explicit + server() + record(name, "vps: mail", opts));
  const stack = await told.newStack({ program: body("first") });
  (await stack.up()).expectOk();
  stack.project.write(body("second"));
  (await stack.up()).expectOk();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");

  (await stack.up({ args: ["--replace", urnOf(stack, "second")] })).expectOk();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");

  const third = urnOf(stack, "second").replace("second", "third");
  stack.project.write(body("third"));
  (await stack.up({ args: ["--target", third] })).expectOk();
  expect(stack.findInState("second")).toBeDefined();
  (await stack.up()).expectOk();
  expect(stack.findInState("second")).toBeUndefined();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
});

story("of two records for one address the second is refused, and names the first", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program(server() + record("first")) });
  (await stack.up()).expectOk();
  for (const args of ["orderOid: mail.id, ip: mail.primaryIp", "vps: mail"]) {
    const taken = program(server() + record("first", "vps: mail") + record("second", args, "dependsOn: [mail]"));
    stack.project.write(taken.replace('"mx.example.com"', '"mail.example.com"'));
    const { text } = (await stack.up({ args: ["--parallel", "1"] })).expectFailure();
    expect(text).toMatch(/already got its record from .*::(first|second) in this run, and can have only one name/);
    stack.project.write(program(server() + record("first")));
    (await stack.up()).expectOk();
  }
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
});

story("of two entries that an older state has for one address, the one that stays keeps its record", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program(server() + record("first")) });
  (await stack.up()).expectOk();
  const state = JSON.parse(await stack.exportState());
  const { resources } = state.deployment;
  const first = resources.find(({ urn }: { urn: string }) => urn.endsWith("::first"));
  resources.push(JSON.parse(JSON.stringify(first).replaceAll("::first", "::second")));
  (await stack.importState(JSON.stringify(state))).expectOk();
  expect(stack.findInState("second")).toBeDefined();
  (await stack.up()).expectOk();
  expect(stack.findInState("second")).toBeUndefined();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
  expect(written(simulator)).toHaveLength(1);
});

story("a server moved to another stack together with its record keeps it", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program(server() + record("first")) });
  const other = await told.newStack({ program: program(server() + record("first")), name: "other", project: "blog" });
  (await stack.up()).expectOk();
  (await stack.up()).expectOk();
  simulator.journal.clear();
  const urns = ["mail", "mail key", "first"].map((name) => urnOf(stack, name));
  (
    await stack.run([
      "state",
      "move",
      "--source",
      "organization/shop/dev",
      "--dest",
      "organization/blog/other",
      "--yes",
      ...urns,
    ])
  ).expectOk();
  stack.project.write(program(""));
  (await stack.up()).expectOk();
  (await other.up()).expectOk();
  expect(written(simulator)).toEqual([]);
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
});

story("a destroy, and a record taken out of the program, clear the record of a server that lives on", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program(server("retainOnDelete: true") + record("first")) });
  (await stack.up()).expectOk();
  stack.project.write(program(server("retainOnDelete: true")));
  (await stack.up()).expectOk();
  expect(nameAtAddress(simulator)).toBeUndefined();
  stack.project.write(program(server("retainOnDelete: true") + record("first")));
  (await stack.up()).expectOk();
  expect(nameAtAddress(simulator)).toBe("mx.example.com");
  (await stack.destroy()).expectOk();
  expect(nameAtAddress(simulator)).toBeUndefined();
});
