import { activeOrders, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

const linesWith = (text: string, words: string): string[] => text.split("\n").filter((line) => line.includes(words));

story(
  "a log has each stage on one line and the end once; with --diff, which shows no rows, every saying names its server",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web('distro: "deb12.64", memoryMb: 1024')) });
    simulator.faults.add({ call: "list-orders", how: { delayMs: 1000 }, times: 2 });
    simulator.faults.add({ call: "new-vps", how: { delayMs: 3000 } });
    const { stdout } = (await stack.up()).expectOk();
    expect(linesWith(stdout, "ordering: ")).toHaveLength(1);
    expect(
      linesWith(stdout, `order ${activeOrders(simulator)[0]}`).filter((line) => /^ {4}web: /.test(line)),
    ).toHaveLength(1);

    stack.project.write(
      declaring(
        web('distro: "deb12.64", memoryMb: 2048, sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"]'),
      ),
    );
    const { stderr } = (await stack.preview({ args: ["--diff"] })).expectOk();
    expect(linesWith(stderr, "USD 8.32")).toEqual([expect.stringContaining("web: ")]);
    expect(linesWith(stderr, "warning: ")).toEqual([expect.stringContaining("(web.example.com,")]);

    (await stack.deleteFromState(stack.findInState("web")?.urn ?? "")).expectOk();
    const { text } = (await stack.destroy()).expectFailure();
    expect(linesWith(text, "if you rename it, add aliases")).toHaveLength(1);
    expect(activeOrders(simulator)).toHaveLength(1);
  },
);
