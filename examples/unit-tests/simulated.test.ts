import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { getVps } from "pulumi-rimuhosting";
import { rimuhostingMocks } from "pulumi-rimuhosting/testing";
import { type Simulator, startSimulator } from "rimuhosting-simulator";

let simulator: Simulator;

before(async () => {
  simulator = await startSimulator({ seed: { orders: [{ orderOid: 101, domainName: "db.example.com" }] } });
  // The simulator answers functions; resources are mocked, and not even the simulator gets an order.
  await pulumi.runtime.setMocks(rimuhostingMocks({ service: { baseUrl: simulator.url, apiKey: "12345" } }));
});
after(() => simulator.close());

test("the database server is found by its name", async () => {
  assert.equal((await getVps({ domainName: "db.example.com" })).orderOid, 101);
});

test("a missing server is an error that names the existing ones", async () => {
  await assert.rejects(getVps({ domainName: "cache.example.com" }), /101 "db\.example\.com"/);
});
