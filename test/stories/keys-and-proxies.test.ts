import { activeOrders, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

const withoutKey = { RIMUHOSTING_APIKEY: "" };

story.exhaustively(
  "a destroy in a shell without the key of the environment says what helps, and both ways do",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.up()).expectOk();
    await stack.setConfig("rimuhosting:apiKey", "12345", { isSecret: true });
    const failed = (await stack.destroy({ env: withoutKey })).expectFailure();
    expect(failed.text).toContain("needs an API key for this, and none is set");
    expect(failed.text).toContain(
      "set RIMUHOSTING_APIKEY for them too, or set the key in the configuration and add --run-program",
    );
    expect(activeOrders(simulator)).toHaveLength(2);

    const app = stack.findInState("app")?.urn ?? "";
    (await stack.destroy({ args: ["--target", app] })).expectOk();
    expect(activeOrders(simulator)).toHaveLength(1);
    (await stack.destroy({ env: withoutKey, runProgram: true })).expectOk();
    expect(activeOrders(simulator)).toEqual([]);
  },
);

story("a proxy that cannot be used is named, and its password is shown nowhere", async (stage) => {
  const functions = 'import * as rimuhosting from "pulumi-rimuhosting";\nrimuhosting.getDistributions();';
  const away = { RIMUHOSTING_BASEURL: "https://service.invalid" };
  for (const [name, program] of [
    ["servers", declaring(web())],
    ["functions", functions],
  ] as const) {
    const stack = await stage.newStack({ program, project: name });
    const proxy = "http://user:canary-secret@proxy.invalid:99999";
    const failed = (await stack.preview({ env: { ...away, HTTPS_PROXY: proxy } })).expectFailure();
    expect(failed.text).toContain("HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL");
    expect(`${failed.text} ${stack.everythingWritten()}`).not.toContain("canary-secret");
  }
});
