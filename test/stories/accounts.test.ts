import { activeOrders, counts, dieAt, orderOf } from "./harness/servers";
import { withSecondAccount } from "./harness/simulator";
import { story } from "./harness/story";

const program = (baseUrl: string, ...lines: string[]): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", { apiKey: "12345", baseUrl: ${JSON.stringify(baseUrl)} });
${lines.join("\n")}
`;
const inEu = 'new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });';
const inDefault = 'new rimuhosting.Vps("app", { domainName: "app.example.com" });';

story(
  "a purchase that was killed in an explicit provider's account is adopted there, and the destroy of a stack with two accounts ends both",
  (stage) =>
    withSecondAccount(async (second) => {
      const stack = await stage.newStack({ program: program(second.url, inDefault) });
      (await stack.up()).expectOk();
      stack.project.write(program(second.url, inDefault, inEu));
      await dieAt(second, stack, "new-vps");
      const [order] = activeOrders(second);
      (await stack.up()).expectOk();
      expect(orderOf(stack)).toBe(order);
      expect([counts(stage.simulator), counts(second)]).toEqual([
        { bought: 1, cancelled: 0 },
        { bought: 1, cancelled: 0 },
      ]);
      expect(await stack.exportState()).not.toContain("12345");
      (await stack.destroy()).expectOk();
      expect([...activeOrders(stage.simulator), ...activeOrders(second)]).toEqual([]);
    }),
);

story("a purchase that was killed there, and whose server has left the program: the up names the order", (stage) =>
  withSecondAccount(async (second) => {
    const stack = await stage.newStack({ program: program(second.url, inEu) });
    await dieAt(second, stack, "new-vps");
    const [order] = activeOrders(second);
    stack.project.write(program(second.url, inDefault));
    expect((await stack.up()).expectFailure().text).toContain(`order ${order}`);
    expect((await stack.destroy()).expectFailure().text).toContain(`order ${order}`);
    second.world.cancelOutside(order ?? 0);
    (await stack.destroy()).expectOk();
  }),
);
