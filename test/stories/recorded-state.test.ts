import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { readDeployment } from "./harness/state";
import { story } from "./harness/story";

const FIXTURES = join(REPOSITORY, "test", "fixtures");

story("a state of the first layout previews without any change and without a call", async (stage) => {
  const program = readFileSync(join(FIXTURES, "state-v1.program.ts"), "utf8");
  const stack = await stage.newStack({ program });
  (await stack.importState(readFileSync(join(FIXTURES, "state-v1.json"), "utf8"))).expectOk();
  // Without a key, as this simulator knows none of its orders.
  const preview = (await stack.preview({ args: ["--expect-no-changes"], env: { RIMUHOSTING_APIKEY: "" } })).expectOk();
  expect(preview.operations).toEqual({ "web key": "same", "plain key": "same", web: "same", plain: "same" });
  expect(stage.simulator.journal.entries).toEqual([]);
});

/** What differs would make the engine write the whole state for each server of the next run. */
story(
  "the state of a server is small, names the provider in a few words, and is the same after the next run",
  async (stage) => {
    const program = `
import * as rimuhosting from "pulumi-rimuhosting";
for (const name of ["web", "app"]) new rimuhosting.Vps(name, {
  domainName: name + ".example.com", memoryMb: 2048, sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"],
});`;
    const stack = await stage.newStack({ program });
    const saved = async () =>
      readDeployment(await stack.exportState({ showSecrets: true }))
        .filter(({ type }) => type === "pulumi-nodejs:rimuhosting:Vps")
        .map(({ name, inputs, outputs, ["modified"]: modified }) => ({ name, inputs, outputs, modified }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    (await stack.up()).expectOk();
    const bought = await saved();
    expect(bought).toHaveLength(2);
    for (const server of stack.state().filter(({ name }) => name === "web" || name === "app")) {
      const { inputs, outputs, ["stackTrace"]: _, name: __, ...rest } = server;
      const code = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").vps;';
      expect([inputs["__provider"], outputs["__provider"]]).toEqual([code, code]);
      const hidden = [inputs, outputs].map((all) => Object.keys(all).filter((name) => name.startsWith("__")));
      expect(hidden.map((names) => names.sort())).toEqual([
        ["__key", "__provider", "__urn"],
        ["__attempt", "__key", "__managed", "__provider", "__providerName", "__urn"],
      ]);
      // What stands where the program declared it (the stack trace) is the SDK's, and longer within these stories.
      expect(JSON.stringify({ ...rest, inputs, outputs }).length).toBeLessThan(2.85 * 1024);
    }

    const next = (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
    expect(next.operations).toEqual({ "web key": "same", "app key": "same", web: "same", app: "same" });
    expect(await saved()).toEqual(bought);
  },
);
