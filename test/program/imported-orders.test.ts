import * as pulumi from "@pulumi/pulumi";
import { importsElsewhere, requireOneImport } from "../../provider/program/imported-orders";

afterEach(() => jest.restoreAllMocks());

test("a server is told what those of other providers import", () => {
  const stack = jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue({} as pulumi.runtime.Stack);
  const place = "urn:pulumi:stack::project::pulumi-nodejs:rimuhosting:Vps::";
  const servers = [{}, { __prov: "eu" }, { __prov: "us" }] as pulumi.Resource[];
  for (const [index, name] of ["web", "app"].entries())
    Object.assign(requireOneImport(name, index + 1) ?? {}, { server: servers[index] });
  // Still to be declared.
  requireOneImport("mail", 3);
  expect(servers.map(importsElsewhere)).toEqual([
    { 2: `${place}app` },
    { 1: `${place}web` },
    { 1: `${place}web`, 2: `${place}app` },
  ]);
  stack.mockReturnValue({} as pulumi.runtime.Stack);
  expect(servers.map(importsElsewhere)).toEqual([undefined, undefined, undefined]);
});
