import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";
import { ReverseDns } from "../../provider/reverse-dns/reverse-dns";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) }),
);

/** The options as they reach the SDK. */
function seen(declare: (transformations: pulumi.ResourceTransformation[]) => unknown): pulumi.CustomResourceOptions {
  const reached: pulumi.CustomResourceOptions[] = [];
  declare([({ opts }) => void reached.push(opts)]);
  return reached[0] ?? {};
}

const asGiven = (value: unknown) => value as true;
const domainName = "web.example.com";

test.each([undefined, null])(
  "deleteBeforeReplace: %s is the default: the old server is cancelled first, as the preview says",
  (given) => {
    const opts = { deleteBeforeReplace: asGiven(given) };
    expect(seen((transformations) => new Vps("web", { domainName }, { ...opts, transformations }))).toMatchObject({
      deleteBeforeReplace: true,
    });
    const record = { orderOid: 1, ip: "198.18.0.1", name: domainName };
    expect(seen((transformations) => new ReverseDns("web", record, { ...opts, transformations }))).toMatchObject({
      deleteBeforeReplace: true,
    });
  },
);
