import { activeOrders, counts, orderOf } from "./harness/servers";
import { story } from "./harness/story";

const program = (location: string, opts: string) => `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { domainName: "web.example.com", dcLocation: "${location}" }, { ${opts} });
`;

story(
  "the replacement of a server that retainOnDelete keeps cancels none, and neither does a destroy",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program("DCDALLAS", "retainOnDelete: true") });
    (await stack.up()).expectOk();
    const first = orderOf(stack);
    stack.project.write(program("DCLONDON", "retainOnDelete: true"));
    const { text } = (await stack.up()).expectOk();
    expect(text).not.toMatch(/is cancelled|are lost/);
    const kept = [first, orderOf(stack)];
    expect(activeOrders(simulator)).toEqual(kept);
    // What was kept on purpose is nothing to be told of.
    expect((await stack.refresh()).expectOk().text).not.toContain("Two or more orders");
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual(kept);
  },
);

story(
  "a limit for the account counts a server that a replacement keeps, before the new one is bought",
  async (stage) => {
    const stack = await stage.newStack({
      program: program("DCDALLAS", "retainOnDelete: true"),
      config: { "rimuhosting:maxTotalMonthlyCostUsd": "10" },
    });
    (await stack.up()).expectOk();
    const kept = orderOf(stack);
    stack.project.write(program("DCLONDON", "retainOnDelete: true"));
    expect((await stack.up()).expectFailure().text).toContain("would cost USD 11.64 a month");
    expect(activeOrders(stage.simulator)).toEqual([kept]);
  },
);

story.exhaustively("retainOnDelete that comes with the replacement is too late for the old server", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: program("DCDALLAS", "") });
  (await stack.up()).expectOk();
  stack.project.write(program("DCLONDON", "retainOnDelete: true"));
  expect((await stack.preview()).expectOk().text).toContain("all its data and its IP will be lost");
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
});
