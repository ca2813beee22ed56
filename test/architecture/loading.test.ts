const loaded = (packageName: string): string[] =>
  Object.keys(require.cache).filter((file) => file.includes(`/node_modules/${packageName}/`));

/** Every run of every program would wait for them, and the first thing that needs them loads them. */
test("a program that imports the package loads neither zod nor got", () => {
  require("../../provider/index");
  expect(loaded("@pulumi/pulumi")).not.toEqual([]);
  expect(loaded("zod")).toEqual([]);
  expect(loaded("got")).toEqual([]);
});

test("what is loaded later is seen by this test: zod with the functions, got with the first request", async () => {
  require("../../provider/program/functions/questions");
  expect(loaded("zod")).not.toEqual([]);
  expect(loaded("got")).toEqual([]);
  const { createTransport } =
    require("../../provider/service/transport") as typeof import("../../provider/service/transport");
  const send = createTransport("http://127.0.0.1:1", {});
  const request = {
    method: "GET",
    url: "http://127.0.0.1:1/",
    headers: {},
    maxBytes: 1,
    freshConnection: true,
  } as const;
  await expect(send({ ...request, connectTimeoutMs: 1000, deadlineMs: 1000 })).rejects.toThrow("not-sent");
  expect(loaded("got")).not.toEqual([]);
});

test("what the dynamic host loads brings no second SDK into its process", () => {
  jest.isolateModules(() => {
    const before = loaded("@pulumi/pulumi").length;
    require("../../provider/dynamic");
    expect(loaded("@pulumi/pulumi")).toHaveLength(before);
  });
});
