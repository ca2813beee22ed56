import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { rimuhostingMocks } from "pulumi-rimuhosting/testing";

/** The value of an output, which is always known under mocks. */
const outputValue = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));

let program: typeof import("./index.js");

before(async () => {
  // Set the mocks before loading the program: loading it declares the resources.
  await pulumi.runtime.setMocks(
    rimuhostingMocks({
      functions: {
        getDistributions: {
          distributions: [
            { distroCode: "ubuntu2404.64", isRecommended: true },
            { distroCode: "deb14.64", isRecommended: true },
          ],
        },
      },
      outputs: ({ name }) => (name === "web" ? { primaryIp: "192.0.2.7" } : {}),
    }),
  );
  program = await import("./index.js");
});

test("the server gets the recommended Debian", async () => {
  assert.equal(await outputValue(program.web.distro), "deb14.64");
});

test("the server carries its tag", async () => {
  assert.deepEqual(await outputValue(program.web.metaData), { role: "web" });
});

test("the URL has the server's address", async () => {
  assert.equal(await outputValue(program.url), "http://192.0.2.7/");
});
