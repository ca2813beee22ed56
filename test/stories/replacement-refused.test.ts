import { activeOrders, counts, declaring, orderOf, quickStory, web } from "./harness/servers";

const named = (domainName: string, args = "", opts = ""): string =>
  `import * as rimuhosting from "pulumi-rimuhosting"; new rimuhosting.Vps("web", { domainName: "${domainName}", ${args} }, { ${opts} });`;

quickStory.exhaustively(
  "cancelled at the end of its period, a server can be replaced twice within it",
  async (told) => {
    const { simulator } = told;
    const ending = 'cancel: "at-period-end"';
    const stack = await told.newStack({ program: named("one.example.com", ending) });
    (await stack.up()).expectOk();
    const held = [orderOf(stack)];
    for (const name of ["two.example.com", "three.example.com"]) {
      stack.project.write(named(name, ending));
      (await stack.preview()).expectOk();
      (await stack.up()).expectOk();
      held.push(orderOf(stack));
    }
    expect(new Set(held).size).toBe(3);
    expect(simulator.world.orders()).toHaveLength(3);
    const quiet = (await stack.up({ args: ["--refresh"] })).expectOk();
    expect(quiet.text).not.toContain("Two or more orders");
    (await stack.destroy()).expectOk();
  },
);

quickStory.exhaustively("kept by retainOnDelete, a server can be replaced twice", async (told) => {
  const { simulator } = told;
  const keeping = "retainOnDelete: true";
  const stack = await told.newStack({ program: named("one.example.com", "", keeping) });
  (await stack.up()).expectOk();
  const kept = [orderOf(stack)];
  for (const name of ["two.example.com", "three.example.com"]) {
    stack.project.write(named(name, "", keeping));
    (await stack.preview()).expectOk();
    (await stack.up()).expectOk();
    kept.push(orderOf(stack));
  }
  expect(activeOrders(simulator)).toEqual(kept);
  // What was kept on purpose is nothing to be told of, nor to be cancelled.
  const quiet = (await stack.refresh()).expectOk();
  expect(quiet.text).not.toContain("Two or more orders");
  expect(counts(simulator)).toEqual({ bought: 3, cancelled: 0 });
});

quickStory("deletedWith is refused: it would drop a paid order from the state", async (told) => {
  const program = declaring({ name: "app" })
    .replace("new rimuhosting.Vps", "const app = new rimuhosting.Vps")
    .concat('\nnew rimuhosting.Vps("web", { domainName: "web.example.com" }, { deletedWith: app });');
  const stack = await told.newStack({ program });
  const failed = (await stack.preview()).expectFailure();
  expect(failed.text).toContain('Vps "web": the option deletedWith is not supported');
  expect(failed.text).toContain("without cancelling the order");
});

quickStory(
  "an order that two resources of a program import is refused, and either of them can have it",
  async (told) => {
    const { simulator } = told;
    const elsewhere = await told.newStack({ project: "blog", program: declaring(web()) });
    (await elsewhere.up()).expectOk();
    const [order] = activeOrders(simulator);
    const importing = (...names: string[]) =>
      declaring(...names.map((name) => ({ name, args: "", opts: `import: "${order}"` }))).replaceAll(
        /domainName: "[^"]*"/g,
        'domainName: "web.example.com"',
      );
    const stack = await told.newStack({ program: importing("one", "two") });
    for (const result of [await stack.preview(), await stack.up()])
      expect(result.expectFailure().text).toContain("each would cancel the other's server");
    // The first to be looked at may have it by now, and never both; taking it out then gives the order to the other one.
    expect(["one", "two"].filter((name) => orderOf(stack, name) !== undefined).length).toBeLessThanOrEqual(1);
    stack.project.write(importing("two"));
    (await stack.up()).expectOk();
    expect(orderOf(stack, "two")).toBe(order);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);
