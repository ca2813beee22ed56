import { Vps } from "../../provider/program/vps";

test("what is thrown while the SDK constructs a server has a stack that leads to the program", () => {
  const limit = Error.stackTraceLimit;
  const failing = () => {
    throw new Error("a transformation fails");
  };
  const declare = () => new Vps("web", { domainName: "web.example.com" }, { transformations: [failing] });
  let thrown: unknown;
  try {
    declare();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ message: expect.stringContaining("a transformation fails") });
  expect(thrown instanceof Error && thrown.stack).toContain(__filename);
  expect(Error.stackTraceLimit).toBe(limit);
});

test("an error that cannot take a trace is thrown as it is", () => {
  const frozen = Object.freeze(new Error("frozen"));
  const failing = () => {
    throw frozen;
  };
  expect(() => new Vps("web", { domainName: "web.example.com" }, { transformations: [failing] })).toThrow(frozen);
});
