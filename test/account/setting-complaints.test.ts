import * as pulumi from "@pulumi/pulumi";
import { settingComplaints } from "../../provider/account/setting-complaints";

test("a wrong value of a provider's setting is named, and a secret one is not shown", () => {
  const complaints = settingComplaints({ maxTotalMonthlyCostUsd: -1, readableTag: "no", apiKey: "a canary" });
  expect(complaints).toEqual([
    "apiKey contains a space, a line break or another character that no key has",
    "maxTotalMonthlyCostUsd must be above 0",
    "readableTag must be true or false",
  ]);
});

test("what the program does not know itself, or leaves unset, is left to the host", () => {
  const inputs = {
    apiKey: pulumi.output(""),
    listLagSeconds: Promise.resolve(0),
    baseUrl: undefined,
    adoptOrders: null,
    unknownOutcomeMinutes: "5",
  };
  expect(settingComplaints(inputs)).toEqual([]);
});

test("an output inside a string is named as such, once", () => {
  expect(settingComplaints({ baseUrl: `https://${pulumi.output("x")}`, apiKey: `${pulumi.output("x")}` })).toEqual([
    expect.stringMatching(/^apiKey contains an output .*pulumi\.interpolate/),
    expect.stringMatching(/^baseUrl contains an output .*pulumi\.interpolate/),
  ]);
});
