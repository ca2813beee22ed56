import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";

const registered: pulumi.runtime.MockResourceArgs[] = [];
const invoked: string[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.push(args);
      return { id: "1", state: args.inputs };
    },
    call: (args) => {
      invoked.push(args.token);
      return {};
    },
  });
});

const idOf = (vps: Vps) => new Promise((resolve) => vps.id.apply(resolve));

test("the engine does not see an import: it would try to read the order itself, and cannot", async () => {
  await idOf(new Vps("web", { domainName: "web.example.com" }, { import: "2853299702" }));
  const web = registered.find(({ type }) => type === "pulumi-nodejs:rimuhosting:Vps");
  expect(web?.inputs).toMatchObject({ __import: "2853299702" });
  expect(web?.inputs).not.toHaveProperty("import");
  expect(web?.id).toBeFalsy();
  expect(invoked).toEqual([]);
});
