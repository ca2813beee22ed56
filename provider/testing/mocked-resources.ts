import type * as pulumi from "@pulumi/pulumi";

type Resource = pulumi.runtime.MockResourceArgs;
type Outputs = (resource: Resource) => Record<string, unknown>;

const madeUp: Readonly<Record<string, (resource: Resource) => Record<string, unknown>>> = {
  "pulumi-nodejs:rimuhosting:Vps": ({ name, id }) => {
    const orderOid = Number(id) || numberFor(name);
    return {
      orderOid,
      slug: `order-${orderOid}-${name}`,
      // From the addresses that are kept for documentation.
      primaryIp: `192.0.2.${(orderOid % 254) + 1}`,
      secondaryIps: [],
      observedRunningState: "RUNNING",
      setupMessages: [],
      password: "a password made up by mocks",
    };
  },
  "pulumi-nodejs:rimuhosting:ReverseDns": ({ inputs }) => ({ ip: `192.0.2.${(Number(inputs["orderOid"]) % 254) + 1}` }),
};

/** A resource as a test sees it: its arguments, and what the service would tell. The same at every run of the test. */
export async function mockedResource(
  resource: Resource,
  outputs: Outputs = () => ({}),
  others: pulumi.runtime.Mocks | undefined,
): Promise<{ id: string | undefined; state: Record<string, unknown> }> {
  const make = madeUp[resource.type];
  if (make === undefined && others !== undefined) return others.newResource(resource);
  const told = make?.(resource) ?? {};
  const id = resource.id || String(told["orderOid"] ?? `${resource.name}-id`);
  return { id, state: { ...told, ...resource.inputs, ...outputs(resource) } };
}

/** A number of an order for a name, above 2^31 as real ones are. */
function numberFor(name: string): number {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 100_000_007, 7);
  return 3_000_000_000 + sum;
}
