import { activeOrders, counts, orderOf, quickStory } from "./harness/servers";

const program = (location: string, opts: string) => `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { domainName: "web.example.com", dcLocation: "${location}" }, { ${opts} });
`;

quickStory(
  "the replacement of a server that retainOnDelete keeps speaks of no cancellation, and cancels none",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program("DCDALLAS", "") });
    (await stack.up()).expectOk();
    stack.project.write(program("DCDALLAS", "retainOnDelete: true"));
    const kept = (await stack.up({ preview: true })).expectOk();
    expect(kept.text.match(/a destroy leaves the server as it is, running and billed/g)).toHaveLength(1);
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();

    stack.project.write(program("DCLONDON", "retainOnDelete: true"));
    const first = orderOf(stack);
    const previewed = () => stack.preview();
    for (const run of [previewed, () => stack.up()]) {
      const { text } = (await run()).expectOk();
      expect(text.includes("will be replaced: a new order, the old one is kept")).toBe(run === previewed);
      expect(text).toMatch(/warning: dcLocation .* is kept as it is \(retainOnDelete\)/);
      expect(text).not.toMatch(/(be|is) cancelled|(be|are) lost/);
    }
    expect(activeOrders(simulator)).toEqual([first, orderOf(stack)]);
  },
);

quickStory.exhaustively(
  "retainOnDelete that comes with the replacement is too late for the old server, as the preview says",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program("DCDALLAS", "") });
    (await stack.up()).expectOk();
    stack.project.write(program("DCLONDON", "retainOnDelete: true"));
    expect((await stack.preview()).expectOk().text).toContain("retainOnDelete comes too late for it");
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "an update that fails after retainOnDelete was taken out leaves a state that says what the engine will do",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program("DCDALLAS", "retainOnDelete: true") });
    (await stack.up()).expectOk();
    stack.project.write(
      program("DCDALLAS", "").replace("dcLocation", 'memoryMb: 4096, distro: "deb12.64", dcLocation'),
    );
    simulator.faults.add({ call: "reinstall", how: { status: 400 } });
    (await stack.up()).expectFailure();
    stack.project.write(program("DCLONDON", ""));
    expect((await stack.preview()).expectOk().text).toContain(
      "will be cancelled: all its data and its IP will be lost",
    );
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "the last server leaves the program with retainOnDelete: the up says how to end, and that way leads to the end",
  async (told) => {
    const { simulator } = told;
    // The answer to one run comes after the setting, and counts even against one that says "fail".
    const config = { "rimuhosting:straysOnDestroy": "fail" };
    const stack = await told.newStack({ program: program("DCDALLAS", "retainOnDelete: true"), config });
    (await stack.up()).expectOk();
    const kept = orderOf(stack);
    stack.project.write('import * as rimuhosting from "pulumi-rimuhosting";\nvoid rimuhosting;\n');
    const refused = (await stack.up()).expectFailure().text;
    expect(refused).toContain(
      "run the same command again; to leave the rest running and billed, run it with RIMUHOSTING_STRAYSONDESTROY=warn",
    );
    expect(refused).not.toContain("pulumi destroy");
    const ended = (await stack.up({ env: { RIMUHOSTING_STRAYSONDESTROY: "warn" } })).expectOk().text;
    expect(ended).toContain("Still active, and billed, bought by this stack but no longer in its state");
    expect(ended).toContain("Nothing is cancelled, and all of this stays billed");
    expect(ended).not.toMatch(/STRAYSONDESTROY|run the same command/);
    expect(activeOrders(simulator)).toEqual([kept]);
  },
);
