import type { FunctionName } from "../../provider/functions/questions";
import { capturedBody } from "../contract/captured-bodies";
import { type ArgsOf, asks, serviceThatAnswers } from "./support/asking";

const answers = (body: string) =>
  serviceThatAnswers(async () => ({
    status: 200,
    contentType: "application/json",
    body: JSON.stringify(capturedBody(body)),
  }));

const cases: { [Name in FunctionName]?: { body: string; args: ArgsOf<Name>; expected: object }[] } = {
  getDistributions: [
    {
      body: "distributions-2009",
      args: {},
      expected: { distributions: expect.arrayContaining([{ distroCode: "centos5", distroDescription: "Centos5" }]) },
    },
    {
      body: "distributions-2026",
      args: {},
      expected: { distributions: [expect.objectContaining({ isPromoted: true })] },
    },
  ],
  getPricingPlans: [
    {
      body: "pricing-plans-2009",
      args: {},
      expected: {
        pricingPlans: [
          expect.objectContaining({
            pricingPlanCode: "MiroVPSLowContention",
            monthlyRecurringAmt: { amount: 35, currency: "AUD", amountUsd: 32.54 },
          }),
        ],
      },
    },
  ],
  getBillingMethods: [
    {
      body: "billing-methods-constructed",
      args: {},
      expected: { billingMethods: [expect.objectContaining({ billingOid: 1012, billingMethodType: "TS_WIRE" })] },
    },
  ],
  getOrders: [
    {
      body: "list-orders-2010",
      args: { dcLocation: "DCDALLAS", serverType: "VPS" },
      expected: {
        orders: [expect.objectContaining({ orderOid: 184_612_801, memoryMb: 160, primaryIp: "74.50.60.216" })],
      },
    },
    {
      body: "list-orders-2022",
      args: { search: "deletemesoon bullseye" },
      expected: {
        orders: [
          expect.objectContaining({
            orderOid: 2_853_299_702,
            monthlyCost: { amountUsd: 21.19 },
            pricingPlan: "LaunchtimeVPSDal",
            secondaryIps: [],
            metaData: {},
          }),
        ],
      },
    },
  ],
  getOrder: [
    {
      body: "get-order-2011",
      args: { orderOid: 721_950_181 },
      expected: { isActive: false, orderDate: "2011-04-02T02:16:09Z", cancellationDate: "2011-04-02T03:30:28Z" },
    },
  ],
  getVpsStatus: [
    {
      body: "vps-status-composed",
      args: { orderOid: 1 },
      expected: { runningVpsInfo: expect.objectContaining({ runningState: "RUNNING" }) },
    },
  ],
};

const rows = Object.entries(cases).flatMap(([name, captures]) =>
  captures.map(({ body, args, expected }) => ({ name: name as FunctionName, body, args, expected })),
);

test.each(rows)("$name understands $body", async ({ name, body, args, expected }) => {
  expect(await asks(answers(body), name, args as never)).toMatchObject(expected);
});
