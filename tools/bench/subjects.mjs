/**
 * The providers that are compared. Each runs the same program: `count` servers, one of which has another size in a later version.
 *
 * @typedef {{ readonly count: number, readonly memoryMb: number }} Version
 * @typedef {{ readonly name: string, readonly files: Readonly<Record<string, string>>, readonly program: (version: Version) => string }} Subject
 */

const argumentsOf = `{
    domainName: "server-" + index + ".example.com",
    distro: "deb13.64",
    memoryMb: index === 0 ? firstMemoryMb : 2048,
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB" + "a".repeat(42) + " me"],
  }`;

const declareAll = (preamble, className, { count, memoryMb }) => `${preamble}
const firstMemoryMb = ${memoryMb};
for (let index = 0; index < ${count}; index++) {
  new ${className}("server-" + index, ${argumentsOf});
}
`;

/** This package. @type {Subject} */
const ours = {
  name: "ours",
  files: {},
  program: (version) => declareAll('const rimuhosting = require("pulumi-rimuhosting");', "rimuhosting.Vps", version),
};

const floorProvider = `
exports.floor = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: olds.memoryMb !== news.memoryMb }),
  create: async (inputs) => ({ id: inputs.domainName, outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (_id, _olds, news) => ({ outs: news }),
  delete: async () => {},
};
`;

/** What the engine and the SDK cost by themselves: a provider that does nothing. @type {Subject} */
const floor = {
  name: "floor",
  files: { "floor-provider.js": floorProvider },
  program: (version) =>
    declareAll(
      `const pulumi = require("@pulumi/pulumi");
class Vps extends pulumi.CustomResource {
  constructor(name, args) {
    const code = "exports.handler = () => require(" + JSON.stringify(require.resolve("./floor-provider.js")) + ").floor;";
    super("pulumi-nodejs:floor:Vps", name, { ...args, __provider: code });
  }
}`,
      "Vps",
      version,
    ),
};

/** What people write without a package: \`pulumi.dynamic.Resource\`, its functions saved as text with each server, and fetch. @type {Subject} */
const usual = {
  name: "usual way",
  files: {},
  program: (version) =>
    declareAll(
      `const pulumi = require("@pulumi/pulumi");
async function call(method, path, body) {
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
}
const provider = {
  async diff(_id, olds, news) {
    return { changes: olds.memoryMb !== news.memoryMb };
  },
  async create(inputs) {
    const request = { instantiation_options: { domain_name: inputs.domainName, distro: inputs.distro }, vps_parameters: { memory_mb: inputs.memoryMb } };
    const answer = await call("POST", "/r/orders/new-vps", { new_order_request: request });
    return { id: String(answer.about_order.order_oid), outs: inputs };
  },
  async read(id, props) {
    await call("GET", "/r/orders/order-" + id + "-x");
    return { id, props };
  },
  async update(id, _olds, news) {
    await call("PUT", "/r/orders/order-" + id + "-x/vps/parameters", { running_vps_data: { memory_mb: news.memoryMb } });
    return { outs: news };
  },
  async delete(id) {
    await call("DELETE", "/r/orders/order-" + id + "-x/vps");
  },
};
class Vps extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, args);
  }
}`,
      "Vps",
      version,
    ),
};

export const SUBJECTS = [ours, floor, usual];
