import * as pulumi from "@pulumi/pulumi";
import * as provider from "../../provider/index";
import { ReverseDns, Vps } from "../../provider/index";
import { getDistributions, getDistributionsOutput } from "../../provider/program/functions/catalogue";
import { getOrder, getOrderOutput, getOrders } from "../../provider/program/functions/orders";
import { type FunctionName, questions } from "../../provider/program/functions/questions";
import { Provider } from "../../provider/program/provider";
import { rimuhostingMocks } from "../../provider/testing/index";

const known = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));

class Thing extends pulumi.CustomResource {
  declare readonly orderOid: pulumi.Output<number>;
}

const deb13 = { distroCode: "deb13.64", isRecommended: true };

/** A request would fail whoever sends it: nobody is there. */
const nowhere = { RIMUHOSTING_BASEURL: "http://127.0.0.1:1", RIMUHOSTING_APIKEY: "12345" };
beforeAll(() => void Object.assign(process.env, nowhere));
afterAll(() => {
  for (const name of Object.keys(nowhere)) delete process.env[name];
});

test("a test sets the answers of functions, in both forms", async () => {
  await pulumi.runtime.setMocks(
    rimuhostingMocks({
      functions: {
        getDistributions: { distributions: [deb13] },
        getOrder: ({ orderOid }) => ({
          orderOid: 7,
          isActive: true,
          secondaryIps: [],
          metaData: {},
          domainName: `order-${orderOid}`,
        }),
      },
    }),
  );
  expect(await getDistributions()).toEqual({ distributions: [deb13] });
  expect(await known(getDistributionsOutput().distributions)).toEqual([deb13]);
  expect(await getOrder({ orderOid: 8 })).toMatchObject({ orderOid: 7, domainName: "order-8" });
  expect(await known(getOrderOutput({ orderOid: pulumi.output(9) }).domainName)).toBe("order-9");
});

test("every function is mocked under its own name, in both forms", async () => {
  const names = Object.keys(questions) as FunctionName[];
  const getters = { ...provider };
  const asked: string[] = [];
  const functions = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        asked.push(name);
        return {};
      },
    ]),
  );
  await pulumi.runtime.setMocks(rimuhostingMocks({ functions }));
  for (const name of names) {
    await getters[name]({} as never);
    await known<unknown>(getters[`${name}Output`]({} as never));
  }
  expect(asked).toEqual(names.flatMap((name) => [name, name]));
});

test("a function without an answer fails in the test and sends no request", async () => {
  await pulumi.runtime.setMocks(rimuhostingMocks());
  await expect(getOrders()).rejects.toThrow("getOrders: the test has no answer for it. Add one: rimuhostingMocks(");
});

test("a server has the outputs that the service would report", async () => {
  await pulumi.runtime.setMocks(
    rimuhostingMocks({ outputs: ({ name }) => (name === "db" ? { primaryIp: "192.0.2.99" } : {}) }),
  );
  const web = new Vps("web", { domainName: "web.example.com", memoryMb: 2048 });
  const db = new Vps("db", { domainName: "db.example.com" }, { provider: new Provider("eu", { apiKey: "9" }) });
  const outputs = await known(pulumi.all([web.id, web.orderOid, web.primaryIp, web.memoryMb, db.primaryIp]));
  expect(outputs).toEqual([
    String(outputs[1]),
    expect.any(Number),
    expect.stringMatching(/^192\.0\.2\.\d+$/),
    2048,
    "192.0.2.99",
  ]);
  expect(await known(new ReverseDns("mail", { vps: web, name: "mail.example.com" }).id)).toBe("mail-id");
});

test("a provider's key may be in plain text in the configuration of a test, which nothing saves", async () => {
  await pulumi.runtime.setMocks(rimuhostingMocks());
  pulumi.runtime.setConfig("shop:euKey", "a-key-in-plain-text");
  const apiKey = new pulumi.Config("shop").requireSecret("euKey");
  const eu = new Provider("eu", { apiKey, baseUrl: "https://rimuhosting.com" });
  expect(await known(eu.id)).toBe("eu-id");
});

test("a server with only a name has every output whose type excludes undefined", async () => {
  await pulumi.runtime.setMocks(rimuhostingMocks());
  const web = new Vps("web", { domainName: "web.example.com" });
  const ofTheOrder = [web.orderOid, web.slug, web.orderDate, web.location, web.dcLocation, web.hostServerOid];
  const ofTheServer = [web.primaryIp, web.secondaryIps, web.observedRunningState, web.distro, web.password];
  const outputs: pulumi.Output<unknown>[] = [...ofTheOrder, ...ofTheServer, web.memoryMb, web.diskSpaceMb];
  expect(await Promise.all(outputs.map(known))).not.toContain(undefined);
});

test("other packages' resources and functions go to their own mocks", async () => {
  await pulumi.runtime.setMocks(
    rimuhostingMocks({
      others: {
        newResource: ({ name }) => ({ id: `other-${name}`, state: { size: 3 } }),
        call: ({ token }) => ({ token }),
      },
    }),
  );
  const bucket = new Thing("cloud:index:Bucket", "logs", {});
  expect(await known(bucket.id)).toBe("other-logs");
  expect(await pulumi.runtime.invoke("cloud:index:getRegion", {})).toEqual({ token: "cloud:index:getRegion" });
});

test("without those, a resource that is read keeps its id, another one has one of its name, and a function answers nothing", async () => {
  const mocks = rimuhostingMocks();
  const thing = { type: "cloud:index:Thing", name: "logs", inputs: {} };
  expect(await mocks.newResource({ ...thing, id: "its-id" })).toMatchObject({ id: "its-id" });
  expect(await mocks.newResource(thing)).toMatchObject({ id: "logs-id" });
  expect(await mocks.call({ token: "cloud:index:getRegion", inputs: {} })).toEqual({});
});

test("an Output form stays unknown in a preview while its arguments are", async () => {
  await pulumi.runtime.setMocks(
    rimuhostingMocks({
      functions: {
        getOrder: () => {
          throw new Error("asked");
        },
      },
    }),
    "shop",
    "dev",
    true,
  );
  const thing = new Thing("cloud:index:Thing", "new", { orderOid: undefined });
  const order = getOrderOutput({ orderOid: thing.orderOid });
  expect(await (order as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
});

test.each<[object, string]>([
  [{ output: () => ({}) }, "there is no output. It takes functions, outputs, others."],
  [{ functions: { getOrdr: {} } }, "there is no functions.getOrdr. It takes functions.getBillingMethods, "],
])("a misspelt name would mock nothing: %j", (args, words) => {
  expect(() => rimuhostingMocks(args)).toThrow(words);
});

test("an imported server has the number of its order, and its record the server's address", async () => {
  await pulumi.runtime.setMocks(
    rimuhostingMocks({ outputs: ({ type }) => (type.endsWith(":Vps") ? { primaryIp: "192.0.2.9" } : {}) }),
  );
  const web = new Vps("web", { domainName: "web.example.com" }, { import: "77" });
  expect(await known(web.orderOid)).toBe(77);
  expect(await known(new ReverseDns("web", { vps: web, name: "web.example.com" }).ip)).toBe("192.0.2.9");
});

test("outputs are as those of a real run: the password secret, the number of an order a number", async () => {
  await pulumi.runtime.setMocks(rimuhostingMocks());
  const web = new Vps("web", { domainName: "web.example.com" });
  const given = new Vps("app", { domainName: "app.example.com", password: "Zx81-Spectrum-aa" });
  expect(await Promise.all([web, given].map(({ password }) => pulumi.isSecret(password)))).toEqual([true, true]);
  expect(await known(given.password)).toBe("Zx81-Spectrum-aa");
  expect(await known(web.password)).toMatch(/password/);
  const record = new ReverseDns("web", { vps: web, name: "web.example.com" });
  expect(await known(record.orderOid)).toBe(await known(web.orderOid));
});
