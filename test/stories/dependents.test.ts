import { counts, dieAt, orderOf } from "./harness/servers";
import { story } from "./harness/story";

const database = (dcLocation: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const database = new rimuhosting.Vps("database", { domainName: "db.example.com", dcLocation: "${dcLocation}" });`;

const withWeb = (dcLocation: string, domainName: string): string => `${database(dcLocation)}
const cloudConfigData = pulumi.interpolate\`#cloud-config\\nhostname: \${database.primaryIp}\\n\`;
new rimuhosting.Vps("web", { domainName: "${domainName}", cloudConfigData });`;

story("a server stays when one that it depends on is replaced, also if its last change has failed", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: database("DCDALLAS") });
  (await stack.up()).expectOk();
  stack.project.write(withWeb("DCDALLAS", "web.example.com"));
  await dieAt(simulator, stack, "new-vps");
  stack.project.write(withWeb("DCDALLAS", "www.example.com"));
  (await stack.up()).expectFailure();
  const orderOid = orderOf(stack);
  stack.project.write(withWeb("DCLONDON", "web.example.com"));
  const preview = (await stack.preview()).expectOk();
  expect(preview.operations).toMatchObject({ database: "replace", web: "update" });
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 3, cancelled: 1 });
  expect(orderOf(stack)).toBe(orderOid);
});
