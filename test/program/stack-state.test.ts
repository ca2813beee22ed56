import * as pulumi from "@pulumi/pulumi";
import { vpsType } from "../../provider/engine/hosted-code";
import { readStackState } from "../../provider/program/stack-state";

const urn = `urn:pulumi:dev::shop::${vpsType}::web`;
const saved = { outputs: { [urn]: { type: vpsType, outputs: { orderOid: 5, __key: "key" } } } };

/** An engine whose state cannot be read at first. */
async function readAfterFailures(failures: number): Promise<{ state: unknown; reads: number; said: string[] }> {
  let reads = 0;
  const said: string[] = [];
  const monitor = {
    invoke(_: unknown, answer: (error: Error | null, response?: object) => void): void {
      reads++;
      if (reads <= failures) answer(new Error("unexpected end of JSON input"));
      else answer(null, { getReturn: () => ({ toJavaScript: () => saved }) });
    },
  };
  pulumi.runtime.setMockOptions(monitor, "shop", "dev", false, "organization");
  return { state: await readStackState((text) => said.push(text)), reads, said };
}

test("a state that cannot be read for a moment is read again", async () => {
  const { state, said } = await readAfterFailures(2);
  expect(said).toEqual([]);
  expect(state).toMatchObject({ entries: [{ urn, orderOid: 5, key: "key" }], everHeld: [] });
});

test("a state that stays unreadable is unknown, which the run says once, and it does not wait for it for long", async () => {
  const said = [expect.stringContaining("did not pass on the stack's saved state (unexpected end of JSON input).")];
  expect(await readAfterFailures(99)).toEqual({ state: undefined, reads: 3, said });
});
