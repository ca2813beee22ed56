import { story } from "./harness/story";

const program = `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("managed", {
  domainName: "managed.example.com", memoryMb: 1024, diskSpaceMb: 10240, distro: "deb12.64", runningState: "RUNNING",
});
new rimuhosting.Vps("free", { domainName: "free.example.com" });`;

story("neither a refresh nor a destroy asks for what a changed program would need", async (stage) => {
  const { journal } = stage.simulator;
  const stack = await stage.newStack({ program });
  (await stack.up()).expectOk();
  // A size that has to be priced, and an image that a diff would look up and the service does not offer.
  stack.project.write(program.replace("1024", "4096").replace("deb12.64", "deb1.64"));
  for (const runProgram of [false, true]) {
    journal.clear();
    const refreshed = (await stack.refresh({ runProgram })).expectOk();
    expect(refreshed.messages).toEqual([]);
    expect(journal.entries.map(({ call }) => call)).toEqual(["list-orders"]);
  }
  journal.clear();
  (await stack.destroy()).expectOk();
  const calls = new Set(journal.entries.map(({ call }) => call));
  expect(calls).toEqual(new Set(["get-order", "delete-vps", "list-orders"]));
});
