import { story } from "./harness/story";

const program = (body: string) => `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  ${body}
`;

const mail = (args: string, name: string) =>
  program(`
    const mail = new rimuhosting.Vps("mail", { domainName: "mail.example.com", ${args} });
    const ptr = new rimuhosting.ReverseDns("mail-ptr", { vps: mail, name: "${name}" });
    export const ip = ptr.ip;
    export const oid = mail.orderOid;
  `);

story("a record follows its server through moves and replacements, and is cleared with it", async (stage) => {
  const stack = await stage.newStack({
    program: mail("", "mail.example.com"),
  });
  const { world, journal } = stage.simulator;
  (await stack.up({ preview: true })).expectOk();
  const first = await stack.outputs();
  expect(world.ptr(String(first["ip"]))).toBe("mail.example.com");
  expect(JSON.stringify(stack.findInState("mail-ptr")?.outputs).length).toBeLessThan(600);

  (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
  const foreign = 'new rimuhosting.ReverseDns("foreign", { vps: mail, ip: "203.0.113.9", name: "mx.example.com" });';
  stack.project.write(mail("", "mail.example.com") + foreign);
  expect((await stack.preview()).expectFailure().text).toContain("ip is 203.0.113.9, which is not an address of order");

  stack.project.write(mail("memoryMb: 4096,", "mail.example.com"));
  expect((await stack.preview()).expectOk().operations).toMatchObject({ mail: "update", "mail-ptr": "same" });

  stack.project.write(mail("", "mx.example.com"));
  const renamed = (await stack.up()).expectOk();
  expect(renamed.operations).toMatchObject({ mail: "same", "mail-ptr": "update" });
  expect(world.ptr(String(first["ip"]))).toBe("mx.example.com");

  const movedIp = world.changeIpOutside(Number(first["oid"]));
  (await stack.refresh()).expectOk();
  const moved = (await stack.up()).expectOk();
  expect(moved.operations).toMatchObject({ "mail-ptr": "update" });
  expect(world.ptr(movedIp)).toBe("mx.example.com");

  stack.project.write(mail('vpsType: "LOW_CONTENTION",', "mx.example.com"));
  const replaced = (await stack.up()).expectOk();
  expect(replaced.operations).toMatchObject({ mail: "replace", "mail-ptr": "replace" });
  const second = await stack.outputs();
  expect(second["oid"]).not.toBe(first["oid"]);
  expect(world.ptr(String(second["ip"]))).toBe("mx.example.com");

  // Under another name in the program, with no alias, it stays set.
  stack.project.write(mail('vpsType: "LOW_CONTENTION",', "mx.example.com").replace("mail-ptr", "mx-ptr"));
  (await stack.up()).expectOk();
  expect(stack.findInState("mail-ptr")).toBeUndefined();
  expect(world.ptr(String(second["ip"]))).toBe("mx.example.com");

  journal.clear();
  (await stack.destroy()).expectOk();
  expect(journal.calls("ptr").map(({ body }) => body)).toEqual([{ domain_name: "" }]);
  expect(world.activeOrders()).toEqual([]);
});
