import * as pulumi from "@pulumi/pulumi";
import { hostedCode, reverseDnsType } from "../engine/hosted-code";
import { promiseOf } from "../engine/outputs";
import { isMocked } from "../engine/program";
import { runError } from "../engine/run-error";
import { requireSoundConfiguration } from "../program/configuration/configuration";
import { definedParts } from "../schema/parts";
import { givenArguments, givenResourceOptions, requireName } from "./given";
import { requireResolvable } from "./resolvable";
import { Vps } from "./vps";

/** The arguments of the reverse DNS record of a `Vps` of the same program. */
export interface ReverseDnsOfVpsArgs {
  /** The server. A change clears the record of the old server and sets one for the new. */
  vps: Vps;
  /** Cannot be combined with `vps`, which implies it. */
  orderOid?: undefined;
  /**
   * The address, one of the server's. Default: its first one; if that changes, the record follows in the same run. A change
   * clears the record of the old address and sets one for the new. API: `ip`.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address should resolve to. A change is made in place. API: `domain_name`. */
  name: pulumi.Input<string>;
}

/** The arguments of the reverse DNS record of a server identified by the number of its order. */
export interface ReverseDnsOfOrderArgs {
  /** Cannot be combined with `orderOid`. */
  vps?: undefined;
  /** The number of the server's order. A change clears the record of the old server and sets one for the new. */
  orderOid: pulumi.Input<number | string>;
  /**
   * The address, one of the server's. Default: its first one; a refresh notices if that changes, and the next update follows.
   * A change clears the record of the old address and sets one for the new. API: `ip`.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address should resolve to. A change is made in place. API: `domain_name`. */
  name: pulumi.Input<string>;
}

/** The arguments of a `ReverseDns`. Exactly one of `vps` and `orderOid` is required. */
export type ReverseDnsArgs = ReverseDnsOfVpsArgs | ReverseDnsOfOrderArgs;

/**
 * The name that an address of a server resolves to (a PTR record). Deleting the resource clears the record; if the
 * server is gone, there is nothing to clear.
 *
 * The service offers no way to read a record back, so not even a refresh notices a change made elsewhere. Any change of
 * this resource sets the record again. For the same reason an existing record cannot be imported: declare it, and it is
 * set.
 *
 * Fails if the address is not one of the server's (in the preview, unless the same run makes the server), if the service refuses the name, or if the program declares two records
 * for one address. A resource that you rename in the program keeps its record; `aliases` save it the second call.
 *
 * @example
 * ```ts
 * const mail = new rimuhosting.Vps("mail", { domainName: "mail.example.com" });
 * new rimuhosting.ReverseDns("mail", { vps: mail, name: "mail.example.com" });
 * ```
 */
export class ReverseDns extends pulumi.CustomResource {
  /** The number of the order that the address belongs to. */
  declare readonly orderOid: pulumi.Output<number>;
  /** The address that the record is for. */
  declare readonly ip: pulumi.Output<string>;
  /** The domain name that the address resolves to, as last set. */
  declare readonly name: pulumi.Output<string>;

  /** Declares a record. A bad argument is an error in the preview, which names it. */
  constructor(name: string, args: ReverseDnsArgs, opts?: pulumi.CustomResourceOptions) {
    requireName("ReverseDns", name);
    requireResolvable();
    requireSoundConfiguration();
    const given = definedParts(givenArguments(`ReverseDns "${name}"`, args, '{ vps: web, name: "web.example.com" }'));
    const options = givenResourceOptions(`ReverseDns "${name}"`, opts);
    const { vps, orderOid, ip, ...rest } = given;
    if ((vps === undefined) === (orderOid === undefined))
      throw new pulumi.RunError(`ReverseDns "${name}": pass either vps or orderOid.`);
    if (vps !== undefined && !Vps.isInstance(vps))
      throw new pulumi.RunError(
        `ReverseDns "${name}": vps must be a Vps of this program. For another server, pass orderOid: the number of its order.`,
      );
    const inputs = { ...rest, orderOid: vps?.orderOid ?? orderOid, ip: ip ?? vps?.primaryIp };
    refuseSecondRecord(name, given);
    const __urn = promiseOf(pulumi.createUrn(name, reverseDnsType, options.parent));
    // Clear first, then set: the other way round, a replacement would clear what it has just set.
    const clearingFirst = { ...options, deleteBeforeReplace: options.deleteBeforeReplace ?? true };
    super(reverseDnsType, name, { ...inputs, __urn, __provider: hostedCode("reverseDns") }, clearingFirst);
  }
}

/** The names of the records that a program has declared, by the server or the address that they are for. */
interface Declared {
  readonly names: string[];
  readonly ofVps: Map<Vps, string>;
  /** By order and address: two accounts may have the same address, of two services. */
  readonly ofAddress: Map<string, string>;
}

/** Kept on the stack's own resource: several programs in one process, or several copies of this package, must neither mix nor miss any. */
const remembered = Symbol.for("pulumi-rimuhosting.reverse-dns");

/** Two records for one address would overwrite each other, and deleting one would clear the other's. */
function refuseSecondRecord(
  name: string,
  { vps, orderOid, ip }: Pick<ReverseDnsArgs, "vps" | "orderOid" | "ip">,
): void {
  const stack: (pulumi.Resource & { [remembered]?: Declared }) | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return;
  stack[remembered] ??= { names: [], ofVps: new Map(), ofAddress: new Map() };
  const { names, ofVps, ofAddress } = stack[remembered];
  names.push(name);
  const isFirst = ip === undefined;
  // If the server alone decides, fail immediately: its number and its address may be known only later.
  if (isFirst && vps !== undefined) refuseTaken(names, ofVps, vps, name);
  pulumi.all([vps?.orderOid ?? orderOid, ip ?? vps?.primaryIp]).apply(([order, address]) => {
    if (isFirst) refuseTaken(names, ofAddress, `first of ${order}`, name);
    if (address !== undefined) refuseTaken(names, ofAddress, `${address.toLowerCase()} of ${order}`, name);
  });
}

function refuseTaken<Key>(names: readonly string[], taken: Map<Key, string>, key: Key, name: string): void {
  const other = taken.get(key);
  taken.set(key, name);
  if (other === undefined) return;
  // Addresses may become known in any order.
  const [first, second] = [other, name].sort((a, b) => names.indexOf(a) - names.indexOf(b));
  throw runError(
    `ReverseDns "${first}" and "${second}" are for the same address, which can have one name only. Remove one of them, or give it another ip.`,
  );
}
