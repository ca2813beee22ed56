import { nodeVersionProblem } from "../../provider/service/node-version";

test.each(["18.20.4", "20.19.0", "21.7.3", "22.11.0", "22.0.0"])("Node %s is reported as too old", (version) => {
  expect(nodeVersionProblem(version, "/usr/bin/node")).toContain(`/usr/bin/node is Node ${version}`);
});

test.each(["22.12.0", "22.21.1", "23.0.0", "24.21.0", "26.0.0", "24.0.0-nightly"])(
  "Node %s is new enough",
  (version) => {
    expect(nodeVersionProblem(version, "/usr/bin/node")).toBeUndefined();
  },
);

test.each(["index", "dynamic", "testing/index"])(
  "every entry of the package checks the version before it loads anything: %s",
  (entry) => {
    const { versions } = process;
    Object.defineProperty(process, "versions", { value: { ...versions, node: "18.20.4" }, configurable: true });
    try {
      jest.isolateModules(() => {
        expect(() => require(`../../provider/${entry}`)).toThrow("pulumi-rimuhosting needs Node 22.12 or newer, but");
      });
    } finally {
      Object.defineProperty(process, "versions", { value: versions, configurable: true });
    }
  },
);
