import { declaring, quickStory, web } from "./harness/servers";

quickStory(
  "a server that the program only reads is not said to be cancelled; one that is cancelled cannot be read",
  async (told) => {
    const { world } = told.simulator;
    const { orderOid } = world.placeOrder({ domainName: "shared.example.com" });
    const get = `\nrimuhosting.Vps.get("shared", "${orderOid}");`;
    const stack = await told.newStack({ program: declaring(web()) + get });
    (await stack.up()).expectOk();
    expect((await stack.preview()).expectOk().text).not.toContain("shared.example.com");
    stack.project.write(declaring(web()));
    expect((await stack.preview()).expectOk().text).not.toContain("shared.example.com");
    stack.project.write(declaring(web()) + get);
    world.cancelOutside(orderOid);
    expect((await stack.preview()).expectFailure().text).toContain("is cancelled: there is no server to read");
    (await stack.refresh()).expectOk();
  },
);
