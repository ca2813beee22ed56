import { changingCalls } from "./harness/servers";
import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
export const ip = new rimuhosting.Vps("web", ${args}).primaryIp;
`;

story("the price of a new server, of a resize and of a replacement stands once, in the diagnostics", async (stage) => {
  const stack = await stage.newStack({ program: program(`{ domainName: "web.example.com", memoryMb: 1024 }`) });
  const created = (await stack.preview()).expectOk();
  expect(created.text.match(/USD.*/g)).toEqual(["USD 5.82/month; brings the account's total to USD 5.82"]);
  expect(stage.simulator.world.orders()).toEqual([]);
  (await stack.up()).expectOk();

  stack.project.write(program(`{ domainName: "web.example.com", memoryMb: 2048 }`));
  const resized = (await stack.preview()).expectOk();
  expect(resized.text.match(/^.*USD.*$/gm)).toEqual([
    "    web: USD 5.82 → USD 8.32/month (USD 2.50 more); brings the account's total to USD 8.32; will be restarted; billed pro rata",
  ]);

  stack.project.write(program(`{ domainName: "app.example.com", memoryMb: 4096 }`));
  const replaced = (await stack.preview()).expectOk();
  expect(replaced.text.match(/^ {4}web: .*$/gm)).toEqual([
    "    web: USD 13.32/month; brings the account's total to USD 13.32",
  ]);
  expect(stage.simulator.journal.calls("new-vps")).toHaveLength(1);
  expect(stage.simulator.journal.calls("parameters")).toEqual([]);
});

story("maxMonthlyCostUsd refuses an order, a resize and a replacement before anything is done", async (stage) => {
  const limited = (rest: string) => program(`{ maxMonthlyCostUsd: 10, ${rest} }`);
  const stack = await stage.newStack({ program: limited(`domainName: "web.example.com", memoryMb: 8192`) });
  const created = (await stack.up()).expectFailure();
  expect(created.text).toContain(
    "maxMonthlyCostUsd is 10, but the service's quote is USD 23.32 a month.\n    Ask for less, or raise the limit.\n",
  );
  expect(stage.simulator.world.orders()).toEqual([]);

  stack.project.write(limited(`domainName: "web.example.com", memoryMb: 1024`));
  (await stack.up()).expectOk();
  stack.project.write(limited(`domainName: "web.example.com", memoryMb: 8192`));
  expect((await stack.preview()).expectFailure().text).toContain("the service's quote is USD 23.32 a month");
  expect((await stack.up()).expectFailure().text).toContain("the service's quote is USD 23.32 a month");

  stack.project.write(limited(`domainName: "app.example.com", memoryMb: 8192`));
  expect((await stack.up()).expectFailure().text).toContain("the service's quote is USD 23.32 a month");
  expect(stage.simulator.journal.calls("parameters")).toEqual([]);
  expect(stage.simulator.world.activeOrders()).toMatchObject([{ domainName: "web.example.com" }]);
});

story("with a limit nothing is bought, enlarged or replaced whose quote has no amount in USD", async (stage) => {
  const { simulator } = stage;
  const limited = (rest: string) => program(`{ maxMonthlyCostUsd: 10, domainName: "web.example.com", ${rest} }`);
  const stack = await stage.newStack({ program: limited("memoryMb: 16384") });
  const inNzd = { patch: { monthly_recurring_amt: { amt: 72.02, currency: "CUR_NZD" } } };
  const refused = async (): Promise<void> => {
    simulator.journal.clear();
    simulator.faults.add({ call: "new-vm-pricing", how: inNzd, times: 100 });
    expect((await stack.up()).expectFailure().text).toContain(
      "maxMonthlyCostUsd is 10, but cannot be enforced, because",
    );
    simulator.faults.clear();
    for (const call of changingCalls) expect(simulator.journal.calls(call)).toEqual([]);
  };
  await refused();
  stack.project.write(limited("memoryMb: 1024"));
  (await stack.up()).expectOk();
  stack.project.write(limited("memoryMb: 16384"));
  await refused();
  stack.project.write(limited(`memoryMb: 16384, dcLocation: "DCLONDON"`));
  await refused();
  expect(simulator.world.activeOrders()).toMatchObject([{ sizes: { memoryMb: 1024 } }]);
});
