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
  await idOf(new Vps("web", { domainName: "web.example.com" }, { import: "2853299702", onImportDifference: "change" }));
  const [web] = registered;
  expect(web?.inputs).toMatchObject({ __import: "2853299702", __onImportDifference: "change" });
  expect(web?.inputs).not.toHaveProperty("import");
  expect(web?.id).toBeFalsy();
  expect(invoked).toEqual([]);
});

test("an invalid onImportDifference is an immediate error", () => {
  const options = { import: "2853299702", onImportDifference: "ignore" as never };
  expect(() => new Vps("web", { domainName: "web.example.com" }, options)).toThrow(
    "must be one of fail, change, reinstall",
  );
});
