import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }).primaryIp;
`;

/** What was said on the server's line, each saying once: the engine repeats it when the state of the line changes. */
const saidOn = (text: string): string[] => {
  const lines = text.split("\n").filter((line) => line.includes("rimuhosting:Vps web"));
  const sayings = lines.map((line) =>
    line
      .replace(/^.*Vps web\s+(\w+ \([^)]*\))?\s*/, "")
      .replace(/^\[diff[^\]]*\];? ?/, "")
      .trim(),
  );
  return [...new Set(sayings)].filter((saying) => saying !== "");
};

/** What stands under the run's diagnostics, without the warnings. */
const endsOf = (text: string): string[] => {
  const [, diagnostics = ""] = /^Diagnostics:\n([\s\S]*?)^(?:Outputs|Resources):/m.exec(text) ?? [];
  const lines = diagnostics.split("\n").filter((line) => line.startsWith("    ") && !line.includes("warning: "));
  return lines.map((line) => line.trim()).filter((line) => line !== "");
};

story(
  "in CI output each stage is one line, and how it ended stands once: IP, price and the service's words about money",
  async (stage) => {
    const stack = await stage.newStack({ program: program(`distro: "deb12.64", memoryMb: 1024`) });
    const { faults } = stage.simulator;
    faults.add({ call: "list-orders", how: { delayMs: 1000 }, times: 2 });
    faults.add({ call: "new-vps", how: { delayMs: 3000 } });
    const created = (await stack.up()).expectOk();
    const [order] = stage.simulator.world.activeOrders();
    expect(saidOn(created.text)).toEqual(["ordering: this takes a few minutes"]);
    expect(endsOf(created.text)).toEqual([`web: ${order?.primaryIp}, USD 5.82/month, order ${order?.orderOid}`]);
    expect(created.text).not.toContain("[hidden]");
    expect(stack.findInState("web")?.outputs?.["setupMessages"]).toContainEqual(
      expect.stringMatching(/^Selected billing details .*Visa \[hidden\], expires /),
    );
    expect(created.text + stack.everythingWritten()).not.toMatch(/\* 4242|user 4711/);
  },
);

const times = (text: string, words: string): number => text.split(words).length - 1;

story(
  "the preview says what will be done, the up what was done, and neither repeats more than a first sentence",
  async (stage) => {
    const stack = await stage.newStack({ program: program(`distro: "deb12.64", memoryMb: 1024`) });
    (await stack.up()).expectOk();
    stack.project.write(program(`distro: "deb13.64", memoryMb: 2048`));
    const [previewed = "", updated = ""] = (await stack.up({ preview: true })).expectOk().text.split("Updating (dev)");
    // On the row, and in the diagnostics.
    expect(times(previewed, "ALL DATA ON IT WILL BE LOST")).toBe(2);
    expect(times(previewed, "To prevent this, set protect: true")).toBe(1);
    expect(endsOf(previewed).slice(-1)).toEqual([
      "web: USD 5.82 → USD 8.32/month (USD 2.50 more); brings the account's total to USD 8.32; will be restarted; billed pro rata",
    ]);
    expect(updated).not.toMatch(/will be|USD 5\.82 →|warning:/i);
    expect(times(updated, "reinstalled because distro changed, with all data on it lost")).toBe(1);

    const refused = (await stack.refresh({ env: { RIMUHOSTING_APIKEY: "wrong" } })).expectFailure().text;
    expect(times(refused, "Refresh and destroy use the settings")).toBe(1);
    expect(refused).toMatch(/refreshing failed\*\* error: .* was refused .*: The API key is not known\.$/m);
  },
);

story(
  "with --diff, which shows no rows, each saying names its server, and a refused destroy says why once",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program(`distro: "deb12.64", memoryMb: 1024`) });
    (await stack.up()).expectOk();
    stack.project.write(
      program(`distro: "deb12.64", memoryMb: 2048, sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"]`),
    );
    const { stderr } = (await stack.preview({ args: ["--diff"] })).expectOk();
    expect(stderr).toContain("web: USD 5.82 → USD 8.32/month");
    expect(stderr).toMatch(/warning: sshAuthorizedKeys changed, which order \d+ \(web\.example\.com,/);

    const state = stack.findInState("web");
    (await stack.deleteFromState(state?.urn ?? "")).expectOk();
    const { text } = (await stack.destroy()).expectFailure();
    expect(times(text, "Still billed under")).toBe(3);
    expect(times(text, "adopt it under another name with the option import")).toBe(1);
    expect(text).not.toMatch(/^\s*:\s*$/m);
    const events = (await stack.destroy()).messages.filter((message) => message.text.includes("Still billed"));
    expect(events.map((message) => message.text)).toEqual([
      expect.stringContaining("adopt it under another name with the option import"),
    ]);
    expect(simulator.world.activeOrders()).toHaveLength(1);
  },
);
