import * as pulumi from "@pulumi/pulumi";
import { requireSoundConfiguration } from "../program/configuration";
import { requireResolvable } from "./resolvable";
import type { Vps } from "./vps";

/** The server whose address it is: a `Vps`, or the number of an order. */
type ServerArgs =
  | {
      /** The server. Its first address is followed when it changes. */
      vps: Vps;
      /** Not together with `vps`. */
      orderOid?: undefined;
    }
  | {
      /** The number of the order. A change clears the record of the old server and sets one for the new. */
      orderOid: pulumi.Input<number | string>;
      /** Not together with `orderOid`. */
      vps?: undefined;
    };

/** What a program may say of a reverse DNS record. Exactly one of `vps` and `orderOid` is given. */
export type ReverseDnsArgs = ServerArgs & {
  /**
   * The address, one of the server's. Default: its first one. With `vps` it is followed when it changes in the same run;
   * with `orderOid` a refresh sees the change, and the next update follows. A change clears the record of the old address.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address is to resolve to. A change is made in place. */
  name: pulumi.Input<string>;
};

/** In the state of every record for good: the path and the name are a contract. */
const providerCode = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").reverseDns;';

/**
 * The name that an address of a server resolves to (a PTR record). Deleting the resource clears the record; when the
 * server is gone there is nothing to clear.
 *
 * The service offers no way to read a record back: a change made outside is not seen, by no refresh. Any change of this
 * resource sets the record anew. For the same reason a record that exists is not imported: declare it, and it is set.
 *
 * Fails when the address is not one of the server's, and when the service refuses the name.
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
    super("pulumi-nodejs:rimuhosting:ReverseDns", name, { ...inputs, __provider: providerCode }, opts);
  }
}
