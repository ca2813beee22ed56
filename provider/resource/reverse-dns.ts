import * as pulumi from "@pulumi/pulumi";
import { requireResolvable, requireSoundConfiguration } from "../program/configuration";
import { isMocked, withoutDependencies } from "../program/run";
import { reverseDnsType } from "../program/stack-state";
import type { Vps } from "./vps";

/** What a program may say of the reverse DNS record of a `Vps` of its own. */
export interface ReverseDnsOfVpsArgs {
  /** The server. A change clears the record of the old server and sets one for the new. */
  vps: Vps;
  /** Not together with `vps`, which tells it. */
  orderOid?: undefined;
  /**
   * The address, one of the server's. Default: its first one, which is followed when it changes in the same run. A change
   * clears the record of the old address and sets one for the new. API: `ip`.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address is to resolve to. A change is made in place. API: `domain_name`. */
  name: pulumi.Input<string>;
}

/** What a program may say of the reverse DNS record of a server that it knows by the number of its order. */
export interface ReverseDnsOfOrderArgs {
  /** Not together with `orderOid`. */
  vps?: undefined;
  /** The number of the server's order. A change clears the record of the old server and sets one for the new. */
  orderOid: pulumi.Input<number | string>;
  /**
   * The address, one of the server's. Default: its first one; a refresh sees when that changes, and the next update follows.
   * A change clears the record of the old address and sets one for the new. API: `ip`.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address is to resolve to. A change is made in place. API: `domain_name`. */
  name: pulumi.Input<string>;
}

/** What a program may say of a reverse DNS record. Exactly one of `vps` and `orderOid` is given. */
export type ReverseDnsArgs = ReverseDnsOfVpsArgs | ReverseDnsOfOrderArgs;

/** In the state of every record for good: the path and the name are a contract. */
const providerCode = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").reverseDns;';

/**
 * The name that an address of a server resolves to (a PTR record). Deleting the resource clears the record; when the
 * server is gone there is nothing to clear.
 *
 * The service offers no way to read a record back: a change made outside is not seen, by no refresh. Any change of this
 * resource sets the record anew. For the same reason a record that exists is not imported: declare it, and it is set.
 *
 * Fails when the address is not one of the server's, when the service refuses the name, and when the program declares two
 * records for one address. A record that gets another name in the program stays set; `aliases` spare it the second call.
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
  /** The domain name that the address resolves to, as it was last set. */
  declare readonly name: pulumi.Output<string>;

  /** Declares a record. Bad arguments are errors of the preview, which name the argument. */
  constructor(name: string, args: ReverseDnsArgs, opts?: pulumi.CustomResourceOptions) {
    requireResolvable();
    requireSoundConfiguration();
    const { vps, orderOid, ip, ...rest } = args;
    if ((vps === undefined) === (orderOid === undefined))
      throw new pulumi.RunError(`ReverseDns "${name}": give either vps or orderOid.`);
    const inputs = { ...rest, orderOid: vps?.orderOid ?? orderOid, ip: ip ?? vps?.primaryIp };
    refuseSecondRecord(name, args);
    const __declaredUrn = withoutDependencies(pulumi.createUrn(name, reverseDnsType, opts?.parent));
    // Cleared and then set: the other way round a replacement would clear what it has just set.
    const options = { deleteBeforeReplace: true, ...opts };
    super(reverseDnsType, name, { ...inputs, __declaredUrn, __provider: providerCode }, options);
  }
}

/** The records that a program has declared, by what tells for which address they are. */
interface Declared {
  readonly names: string[];
  readonly ofVps: Map<Vps, string>;
  readonly ofAddress: Map<string, string>;
}

/** Found on the stack's own resource: several programs in one process, or copies of this package, must not mix or miss any. */
const remembered = Symbol.for("pulumi-rimuhosting.reverse-dns");

/** Two records for one address would set it by turns, and one of them would clear the other's when it goes. */
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
  // Said at once where the server alone tells; its number and its address may be known only later.
  if (isFirst && vps !== undefined) refuseTaken(names, ofVps, vps, name);
  pulumi.all([vps?.orderOid ?? orderOid, ip ?? vps?.primaryIp]).apply(([order, address]) => {
    if (isFirst) refuseTaken(names, ofAddress, `first of ${order}`, name);
    if (address !== undefined) refuseTaken(names, ofAddress, address.toLowerCase(), name);
  });
}

function refuseTaken<Key>(names: readonly string[], taken: Map<Key, string>, key: Key, name: string): void {
  const other = taken.get(key);
  taken.set(key, name);
  if (other === undefined) return;
  // Addresses come to be known in any order.
  const [first, second] = [other, name].sort((a, b) => names.indexOf(a) - names.indexOf(b));
  const error = new pulumi.RunError(
    `ReverseDns "${first}" and "${second}" are for the same address, which can have one name only. Take one of them out, or give it another ip.`,
  );
  // Thrown where an output resolves, the SDK would print it with lines of this package.
  error.stack = "";
  throw error;
}
