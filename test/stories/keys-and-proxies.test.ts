import { declaring, web } from "./harness/servers";
import { story } from "./harness/story";

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
