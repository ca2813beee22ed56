import { documentedCall } from "./support/documented-calls";

const open = "How the service behaves where it does not say";

test("what the service leaves open is reported with --verbose alone", async () => {
  expect((await documentedCall("doctor")).stdout).not.toContain(open);
  expect((await documentedCall("doctor --verbose")).stdout).toContain(open);
});
