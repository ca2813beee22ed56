import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";
import { checkVps } from "../../provider/plan/check/check-vps";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) }),
);

const args = { domainName: "web.example.com" };

test("an option with which the engine would cancel or drop the server is an immediate error", () => {
  const other = new pulumi.ComponentResource("shop:index:Site", "site");
  expect(() => new Vps("web", args, { deletedWith: other })).toThrow("the option deletedWith is not supported");
  expect(() => new Vps("web", args, { replaceWith: [other] })).toThrow("the option replaceWith is not supported");
  for (const replaceWith of [[], undefined as never, null as never])
    expect(() => new Vps("web", args, { replaceWith })).not.toThrow();
});

test.each(["deletedWith", "replaceWith", "import"] as const)(
  "the check refuses %s of a transform, whatever else it finds",
  (option) => {
    const { failures } = checkVps({}, { domainName: 1, __refusedOption: option }, { __refusedOption: option });
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining(`the option ${option} is not supported`) },
    ]);
  },
);
