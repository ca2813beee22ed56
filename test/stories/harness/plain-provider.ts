/**
 * What most providers do: create calls new-vps and hopes for the answer. Stories run it as a control, to show what the same interruption
 * costs without an idempotency key.
 */
export const plainProvider = `
  const call = async (method, path, body) => {
    const response = await fetch(process.env.RIMUHOSTING_BASEURL + path, {
      method,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: "rimuhosting apikey=" + process.env.RIMUHOSTING_APIKEY,
      },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(method + " " + path + ": " + response.status);
    return Object.values(await response.json())[0];
  };
  exports.plain = {
    create: async ({ domainName }) => {
      const answer = await call("POST", "/r/orders/new-vps", { new_order_request: { instantiation_options: { domain_name: domainName } } });
      return { id: String(answer.about_order.order_oid), outs: { domainName } };
    },
    delete: async (id) => {
      await call("DELETE", "/r/orders/order-" + id + "-x/vps");
    },
  };
`;

/** A program with one server of the plain provider; \`plain-provider.js\` holds the provider beside it. */
export const plainProgram = (domainName: string): string => `
  import * as pulumi from "@pulumi/pulumi";
  class Plain extends pulumi.CustomResource {
    constructor(name: string) {
      const code = 'exports.handler = () => require(process.cwd() + "/plain-provider.js").plain;';
      super("pulumi-nodejs:plain:Vps", name, { domainName: ${JSON.stringify(domainName)}, __provider: code });
    }
  }
  new Plain("web");
`;
