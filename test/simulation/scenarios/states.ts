import { moveToOtherStack, restoreBackup } from "../people/state-changes";
import { type Told, withServer } from "./scenario";

const minuteMs = 60_000;

const web = { name: "web" } as const;
const one = { bought: 1, billed: 1 } as const;

/** Renamed with an alias; later the old name is declared again. */
const besideItsOldName: Told = {
  play: async (scenario) => {
    const renamed = { name: "app", domainName: "web-1.example.com", aliases: [web] };
    scenario.declare(web);
    await scenario.up();
    scenario.declare(renamed);
    await scenario.up();
    scenario.declare({ ...renamed, aliases: [] }, { ...web, domainName: "web-2.example.com" });
    await scenario.up();
    await scenario.run("refresh");
    scenario.declare({ ...renamed, aliases: [], dcLocation: "DCLONDON" }, { ...web, domainName: "web-2.example.com" });
    await scenario.up();
  },
  ends: ["good", "good", "good", "good", "good"],
  bought: 3,
  billed: 2,
};

/** Two runs at the same time. */
const brokenLock = (told: Partial<Told> & { readonly hiddenMs: number }): Told => ({
  ends: ["good", "good"],
  ...one,
  ...told,
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: told.hiddenMs };
    scenario.declare(web);
    await scenario.upTwice(1);
  },
});

/** A server passes from one declaration to another, which imports it instead of naming it with an alias. */
const handedOver = withServer(
  async (scenario) => {
    const imported = Number(scenario.entryOf("web").id);
    scenario.declare({ name: "app", domainName: "web-1.example.com", imported });
    await scenario.up();
    scenario.declare({ name: "app", domainName: "web-1.example.com", aliases: [{ name: "web" }] });
    await scenario.up();
  },
  { ends: ["good", ["failed", /in place of import/], "good"] },
);

const isElsewhere: Partial<Told> = { conditions: { providers: ["default", "eu"] } };

/** A server of another provider, and so in another host process, imports what the program keeps here. */
const sharedWithAnotherProvider = withServer(
  async (scenario) => {
    const imported = Number(scenario.entryOf("web").id);
    scenario.declare(web, { name: "app", domainName: "web-1.example.com", provider: "eu", imported });
    await scenario.run("preview");
    scenario.declare(web);
    await scenario.up();
  },
  { ...isElsewhere, ends: ["good", ["failed", /the state already has order/], "good"] },
);

/** Whose host would cancel what the other one has just adopted. */
const handedToAnotherProvider = withServer(
  async (scenario) => {
    const imported = Number(scenario.entryOf("web").id);
    scenario.declare({ name: "app", domainName: "web-1.example.com", provider: "eu", imported, isProtected: true });
    await scenario.up();
    scenario.declare(web);
    await scenario.up();
  },
  { ...isElsewhere, ends: ["good", ["failed", /in place of import/], "good"] },
);

export const states: Readonly<Record<string, Told>> = {
  "a server renamed with an alias, and its old name declared again": besideItsOldName,
  "a server moved to another stack without its key": withServer(
    async (scenario) => {
      moveToOtherStack(scenario.history, scenario.ours, scenario.entryOf("web"), "server");
      await scenario.up();
      await scenario.run("up", {}, scenario.history.other);
    },
    { ends: ["good", ["failed", /Still billed.*pulumi state delete/s], "good"] },
  ),
  "a copy of the state, without its servers": withServer(
    async (scenario) => {
      const { ours } = scenario;
      const { other } = scenario.history;
      other.state = other.adopted(ours.state.filter(({ kind }) => kind === "key"));
      other.program = ours.program;
      await scenario.run("up", {}, other);
    },
    { ends: ["good", ["failed", /whose state was copied/]] },
  ),
  "a server that one of another provider imports": sharedWithAnotherProvider,
  "a server handed over to another declaration": handedOver,
  "a server handed over to another provider": handedToAnotherProvider,
  "a backup of before a replacement": withServer(
    async (scenario) => {
      const backup = scenario.ours.state;
      scenario.declare({ ...web, dcLocation: "DCLONDON" });
      await scenario.up();
      restoreBackup(scenario.history, scenario.ours, backup);
      await scenario.run("refresh");
      await scenario.up();
    },
    { ends: ["good", "good", "good", "good"], bought: 2, billed: 1 },
  ),
  "two runs with a broken lock": brokenLock({ hiddenMs: 0 }),
  "two runs with a broken lock whose orders are not listed while they are made": brokenLock({
    hiddenMs: 5 * minuteMs,
    ends: ["good", ["failed", /\d{10}/]],
    bought: 2,
    billed: 2,
  }),
};
