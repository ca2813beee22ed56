import { counts, declaring, orderOf, web } from "./harness/servers";
import { story } from "./harness/story";

story("a refused move to another parent cancels nothing, even with --continue-on-error", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const order = orderOf(stack);
  const key = stack.findInState("web key")?.outputs?.["key"];
  const inSite = (alias: string): string =>
    `import * as pulumi from "@pulumi/pulumi";\n${declaring(web(undefined, `parent: new pulumi.ComponentResource("shop:index:Site", "site")${alias}`))}`;
  stack.project.write(inSite(""));
  const failed = (await stack.up({ args: ["--continue-on-error"] })).expectFailure();
  expect(failed.text).toContain(
    "because this run has saved a second key; then add aliases: [{ name: <its latest name> }] or [{ parent: <its former parent> }]",
  );
  expect(counts(stage.simulator)).toEqual({ bought: 1, cancelled: 0 });
  for (const program of [declaring(web()), inSite(", aliases: [{ parent: pulumi.rootStackResource }]")]) {
    stack.project.write(program);
    (await stack.up()).expectOk();
  }
  expect(key).toEqual(expect.any(String));
  expect(stack.findInState("web key")?.outputs?.["key"]).toBe(key);
  expect([orderOf(stack), counts(stage.simulator)]).toEqual([order, { bought: 1, cancelled: 0 }]);
});
