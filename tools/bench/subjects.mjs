/**
 * The providers that are compared. Each runs the same program: `count` servers, of which later versions change the size.
 *
 * @typedef {{ readonly count: number, readonly firstMemoryMb: number, readonly memoryMb: number }} Version
 * @typedef {{ readonly name: string, readonly files: Readonly<Record<string, string>>, readonly program: (version: Version) => string }} Subject
 */

const argumentsOf = `{
    domainName: "server-" + index + ".example.com",
    distro: "deb13.64",
    memoryMb: index === 0 ? firstMemoryMb : memoryMb,
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB" + "a".repeat(42) + " me"],
  }`;

const declareAll = (preamble, className, { count, firstMemoryMb, memoryMb }) => `${preamble}
const firstMemoryMb = ${firstMemoryMb};
const memoryMb = ${memoryMb};
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

/** What the service reports of each order, and how much of it; the values are examples. */
const reported = `{
    orderOid: 2853299702, slug: "order-2853299702-server-example-com", primaryIp: "198.18.0.1", secondaryIps: [],
    serverType: "VPS", deployedState: "DEPLOYED", observedRunningState: "RUNNING",
    location: { dataCenterLocationCode: "DCDALLAS", dataCenterLocationCountry2ltr: "US", dataCenterLocationName: "Dallas" },
    pricingPlan: "LaunchtimeVPSDal",
    orderDescription: "LaunchtimeVPSDal; Server Type: VM; Location: Dallas; 2GB memory; 10GB on SSD disk image; Data Transfer: 6GB; Host: host1317.rimuhosting.com; 198.18.0.1; Debian 13 64-bit (aka Trixie); Control Panel: none; 8.32 USD/m",
    monthlyCost: { amount: 8.32, amountUsd: 8.32, currency: "USD" }, monthlyRecurringFee: 8.32, dataTransferAllowanceGb: 6,
    orderDate: "2026-11-22T07:35:08Z", prepaidUntil: "2026-12-22T07:35:08Z", suspendedDate: undefined, cancellationDate: undefined,
    setupMessages: ["Selected user as the logged in user: [hidden]", "'disk_space_mb' not provided, setting to 10GB."],
    password: "0123456789abcdef", dcLocation: "DCDALLAS", diskSpaceMb: 10240, diskSpace2Mb: 0, diskSpace3Mb: 0,
    hostServerOid: "1317", billingOid: 1012,
  }`;

/** Arguments that the program does not set. The SDK has to be told of every output before the server exists. */
const unset = `["pricingPlanCode", "controlPanel", "vpsType", "features", "isSsdHostRequired", "hostServerSelector", "cloudConfig",
  "cloudConfigData", "fileInjectionData", "isJustMinimalInit", "userOid", "ipRequest", "metaData", "instantiationViaCloneOptions",
  "runningState", "onImageChange", "reinstallOnFirstBootChange", "reinstallTriggers", "restartTriggers",
  "restartMethod", "move", "cancel", "maxMonthlyCostUsd", "waitForPort"]`;

/**
 * The floor of a resource with as many outputs as ours, and with a key beside each that Pulumi saves first: what the engine and the SDK
 * cost if they carry them.
 *
 * @type {Subject}
 */
const floorWithKeys = {
  name: "floor with keys",
  files: {
    "floor-provider.js": `${floorProvider}
const reported = ${reported};
exports.floor.create = async (inputs) => ({ id: inputs.domainName, outs: { ...inputs, ...JSON.parse(JSON.stringify(reported)) } });
exports.floor.update = async (_id, olds, news) => ({ outs: { ...olds, ...news } });
exports.key = {
  diff: async () => ({ changes: false }),
  create: async (inputs) => {
    const key = require("node:crypto").randomUUID();
    return { id: key, outs: { ...inputs, key, password: "0123456789abcdef", createdAt: new Date().toISOString() } };
  },
  read: async (id, props) => ({ id, props }),
  delete: async () => {},
};
`,
  },
  program: (version) =>
    declareAll(
      `const pulumi = require("@pulumi/pulumi");
const names = [...Object.keys(${reported}), ...${unset}];
const outputs = Object.fromEntries(names.map((name) => [name, undefined]));
const code = (name) => "exports.handler = () => require(" + JSON.stringify(require.resolve("./floor-provider.js")) + ")." + name + ";";
const secret = { additionalSecretOutputs: ["password"] };
class Key extends pulumi.CustomResource {
  constructor(name) {
    const inputs = { key: undefined, password: undefined, createdAt: undefined, __provider: code("key") };
    super("pulumi-nodejs:floor:Key", name, inputs, secret);
  }
}
class Vps extends pulumi.CustomResource {
  constructor(name, args) {
    const __key = new Key(name).key;
    super("pulumi-nodejs:floor:Vps", name, { ...outputs, ...args, __key, __provider: code("floor") }, secret);
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

export const SUBJECTS = [ours, floor, floorWithKeys, usual];
