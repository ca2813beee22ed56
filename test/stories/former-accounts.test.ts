import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../provider/cli/command/errors";
import { calledIn } from "./harness/command-line";
import { activeOrders, counts, dieAt, orderOf, quickStory } from "./harness/servers";
import { withSecondAccount } from "./harness/simulator";

/** A program with the provider `eu`: its settings, and what else is declared. */
const program = (eu: { apiKey?: string; baseUrl: string }, ...lines: string[]): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", ${JSON.stringify({ apiKey: "12345", ...eu })});
${lines.join("\n")}
`;
const db = 'new rimuhosting.Vps("db", { domainName: "db.example.com" });';
const webInEu = 'new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });';

quickStory(
  "a purchase that was killed in the wrong account, whose provider then gets the right settings: every run and the destroy name the order",
  (told) =>
    withSecondAccount(async (second) => {
      const stack = await told.newStack({ program: program({ baseUrl: second.url }, db, webInEu) });
      await dieAt(second, stack, "new-vps");
      const [stray] = activeOrders(second);
      stack.project.write(program({ baseUrl: told.simulator.url }, db, webInEu));
      for (const run of [() => stack.preview(), () => stack.up(), () => stack.up()]) {
        const { text } = (await run()).expectOk();
        expect(text).toContain(`order ${stray}`);
        expect(text).toContain('in the account that the provider "eu" used before its settings changed');
      }
      expect((await stack.destroy()).expectFailure().text).toContain(`order ${stray}`);
      expect(activeOrders(told.simulator)).toEqual([]);
      second.world.cancelOutside(stray ?? 0);
      (await stack.destroy()).expectOk();
      expect(counts(second)).toEqual({ bought: 1, cancelled: 1 });
    }),
);

quickStory(
  "a provider whose former key is refused: no run says anything of it, and the destroy warns",
  async (told) => {
    const baseUrl = told.simulator.url;
    const stack = await told.newStack({ program: program({ apiKey: "refused", baseUrl }, db) });
    expect((await stack.up()).expectOk().text).toContain('could not be found out in the account of the provider "eu"');
    stack.project.write(program({ baseUrl }, db, webInEu));
    for (const run of [() => stack.preview(), () => stack.up(), () => stack.up({ args: ["--expect-no-changes"] })])
      expect((await run()).expectOk().text).not.toContain("could not be found out");
    expect((await stack.destroy()).expectOk().text).toContain(
      'in the account that the provider "eu" used before its settings changed',
    );
    expect(activeOrders(told.simulator)).toEqual([]);
  },
);

quickStory(
  "a server that was kept on purpose, in an account whose provider then gets other settings: the destroy names its order",
  (told) =>
    withSecondAccount(async (second) => {
      const kept = webInEu.replace("provider: eu", "$&, retainOnDelete: true");
      const stack = await told.newStack({ program: program({ baseUrl: second.url }, db, kept) });
      (await stack.up()).expectOk();
      const order = orderOf(stack);
      stack.project.write(program({ baseUrl: second.url }, db));
      (await stack.up()).expectOk();
      stack.project.write(program({ baseUrl: told.simulator.url }, db));
      (await stack.up()).expectOk();
      expect((await stack.destroy()).expectFailure().text).toContain(`order ${order}`);
      expect(activeOrders(second)).toEqual([order]);
    }),
);

quickStory.exhaustively(
  "a purchase that was killed in a former account of the default provider: strays names the order as the guide says",
  (told) =>
    withSecondAccount(async (second) => {
      const web = 'new rimuhosting.Vps("web", { domainName: "web.example.com" });';
      const stack = await told.newStack({ program: `import * as rimuhosting from "pulumi-rimuhosting"; ${web}` });
      await stack.setConfig("rimuhosting:baseUrl", second.url);
      await dieAt(second, stack, "new-vps");
      const former = activeOrders(second);
      await stack.setConfig("rimuhosting:baseUrl", told.simulator.url);
      (await stack.up()).expectOk();
      const elsewhere = mkdtempSync(join(tmpdir(), "former-account-"));
      writeFileSync(join(elsewhere, "state.json"), await stack.exportState());
      const settings = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: second.url };
      const { code, stdout } = await calledIn(told, elsewhere, ["strays", "state.json"], settings);
      rmSync(elsewhere, { recursive: true });
      expect(code).toBe(exitCodes.found);
      for (const order of former) expect(stdout).toContain(String(order));
      // None of those that the state holds in the present account.
      expect(stdout).toContain("1 order that shop/dev bought and no given state holds");
    }),
);
