import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommandContext, PulumiResult } from "../../../provider/cli/command/command";
import { createTransport } from "../../../provider/service/transport";
import { calls, clock, type Ended, shopState, simulator } from "./account";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rimuhosting-cli-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  writeFileSync(join(folder, "shop-dev.json"), shopState());
  mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(dirname(require.resolve("@pulumi/pulumi/package.json")), join(folder, "node_modules/@pulumi/pulumi"));
});
// What `doctor` loads takes seconds on a busy machine.
beforeAll(() => void require("@pulumi/pulumi"), 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the Pulumi CLI would print in that folder. */
export const pulumiWith =
  (state: string) =>
  async ([first = "", second]: readonly string[]): Promise<PulumiResult> => {
    const outputs: Readonly<Record<string, string>> = {
      version: "v3.259.0\n",
      config: JSON.stringify({ "rimuhosting:apiKey": { value: "12345", secret: true } }),
      stack: second === "export" ? state : "dev\n",
    };
    return { code: 0, stdout: outputs[first] ?? "", stderr: "" };
  };

/** What answers take: a host needs longer than the service's records. */
const tookMs = (path: string): number =>
  path.endsWith("/data-transfer-usage") ? 4200 : path.endsWith("/vps") ? 1900 : 300;

/** Runs a command as the documentation shows it: in the folder of the stack `shop/dev`, at the service's own address. */
export function documentedCall(line: string, given: Partial<CommandContext> = {}): Promise<Ended> {
  const overHttp = createTransport(simulator.url, {});
  return calls(line, {
    environment: {},
    folder,
    pulumi: pulumiWith(shopState()),
    network: {
      transport: (request) => {
        const { pathname } = new URL(request.url);
        clock.advance(tookMs(pathname));
        return overHttp({ ...request, url: request.url.replace("https://rimuhosting.com", simulator.url) });
      },
    },
    ...given,
  });
}
