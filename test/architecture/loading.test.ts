const loaded = (packageName: string): string[] =>
  Object.keys(require.cache).filter((file) => file.includes(`/node_modules/${packageName}/`));

/** Every run of every program would wait for them, and the first thing that needs them loads them. */
test("a program that imports the package loads neither zod nor got", () => {
  require("../../provider/index");
  expect(loaded("@pulumi/pulumi")).not.toEqual([]);
  expect(loaded("zod")).toEqual([]);
  expect(loaded("got")).toEqual([]);
});

test("what is loaded later is seen by this test", () => {
  require("../../provider/functions/answer-in-run");
  expect(loaded("zod")).not.toEqual([]);
  expect(loaded("got")).not.toEqual([]);
});
