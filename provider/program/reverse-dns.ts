import * as pulumi from "@pulumi/pulumi";
import { isLater, isMocked, promiseOf, requireResolvable, runError } from "../pulumi/program";
import { hostedCode, reverseDnsType, typeOf } from "../pulumi/resource-types";
import { definedParts, namesIn } from "../service/names";
import { refuseForeignProvider, requireValidConfiguration } from "./configuration";
import { givenArguments, plainArguments, requireName } from "./given";
import { givenResourceOptions, type OptionRules } from "./resource-options";
import { Vps } from "./vps";

/** The arguments of a `ReverseDns`. Exactly one of `vps` and `orderOid` is required. */
export type ReverseDnsArgs = ReverseDnsOfVpsArgs | ReverseDnsOfOrderArgs;

/** The arguments of every `ReverseDns`. */
export interface ReverseDnsOfAnyArgs {
  /**
   * One of the server's addresses. A change sets the new address's record and clears the old one's if the server still
   * has that address. Default: the first one, also after a move; of a server that `orderOid` names, after
   * `pulumi refresh`.
   */
  ip?: pulumi.Input<string> | undefined;
  /** The domain name that the address should resolve to. A change is made in place. */
  name: pulumi.Input<string>;
}

/** The arguments of a `ReverseDns` for a server of the same program. */
export interface ReverseDnsOfVpsArgs extends ReverseDnsOfAnyArgs {
  /**
   * A server of the same program. A change, or the server's replacement, clears the old server's record and sets the new
   * one's. If you change it to a server that doesn't exist yet, the preview shows an update.
   */
  vps: Vps;
  orderOid?: undefined;
}

/** The arguments of a `ReverseDns` for any other server. */
export interface ReverseDnsOfOrderArgs extends ReverseDnsOfAnyArgs {
  /** The order number of any other server. A change works as for `vps`. */
  orderOid: pulumi.Input<number | string>;
  vps?: undefined;
}

const argumentNames = { vps: true, orderOid: true, ip: true, name: true } satisfies Record<
  keyof ReverseDnsOfVpsArgs,
  true
>;

const existing =
  'The service can\'t read a record back. Leave the option out: "pulumi up" then sets the record, even where it exists.';

const recordOptions: OptionRules = {
  anInput: "an argument of ReverseDns",
  anOutput: "an output of ReverseDns",
  inputs: namesIn(argumentNames),
  outputs: ["orderOid", "ip", "name"],
  inEngine: (input) => (input === "vps" ? "orderOid" : input),
  refused: { import: existing, id: existing, urn: existing },
};

/**
 * The name that a server's address resolves to (a PTR record). Deleting the resource clears the record. A resource that
 * you rename keeps it.
 *
 * The service can't read a record back, so a refresh doesn't notice a change made outside Pulumi, and any change of the
 * resource sets the record again. There is no import: declare an existing record, and it is set.
 *
 * Fails if the address isn't one of the server's, or if another resource of the program has the same address, which may
 * then have either name. For a new server, or a name that the service refuses, only the `up` fails.
 *
 * @example
 * ```ts
 * const mail = new rimuhosting.Vps("mail", { domainName: "mail.example.com" }, { protect: true });
 * new rimuhosting.ReverseDns("mail", { vps: mail, name: "mail.example.com" });
 * ```
 */
export class ReverseDns extends pulumi.CustomResource {
  /** The number of the order whose server has the address. */
  declare readonly orderOid: pulumi.Output<number>;
  /** The address that the record is for. */
  declare readonly ip: pulumi.Output<string>;
  /** The domain name that the address resolves to, as last set. */
  declare readonly name: pulumi.Output<string>;

  /** The type in the state and in policies. */
  static readonly __pulumiType = reverseDnsType;

  /** Whether an object is a `ReverseDns`, even one from another copy of this package. */
  static override isInstance(object: unknown): object is ReverseDns {
    return typeOf(object) === reverseDnsType;
  }

  /** Declares a record. A bad argument is an error in the preview, which names it. */
  constructor(name: string, args: ReverseDnsArgs, opts?: pulumi.CustomResourceOptions) {
    requireName("ReverseDns", name);
    requireResolvable();
    requireValidConfiguration();
    const given = givenArguments(`ReverseDns "${name}"`, args, '{ vps: web, name: "web.example.com" }');
    const options = givenResourceOptions(`ReverseDns "${name}"`, opts, recordOptions);
    refuseForeignProvider(`ReverseDns "${name}"`, reverseDnsType, options);
    const { vps, orderOid, ...rest } = plainArguments(`ReverseDns "${name}"`, definedParts(given));
    const [empty] = (["orderOid", "vps"] as const).filter((argument) => argument in given);
    if (vps === undefined && orderOid === undefined && empty !== undefined)
      throw new pulumi.RunError(
        `ReverseDns "${name}": ${empty} is undefined: is the value that it comes from missing?`,
      );
    if ((vps === undefined) === (orderOid === undefined))
      throw new pulumi.RunError(`ReverseDns "${name}": pass either vps or orderOid.`);
    if (vps !== undefined && !Vps.isInstance(vps))
      throw new pulumi.RunError(
        `ReverseDns "${name}": vps must be a Vps of this program. For another server, pass orderOid: the number of its order.`,
      );
    const inputs = {
      ...rest,
      ip:
        isLater(rest.ip) && !isMocked() ? pulumi.output(rest.ip).apply((ip) => ip ?? refuseLostAddress(name)) : rest.ip,
      // The id of a server whose purchase had no answer is no order's number.
      orderOid: vps?.id.apply((id) => (/^[0-9]+$/.test(id) ? id : vps.orderOid)) ?? orderOid,
      __firstIp: vps?.primaryIp,
      __urn: promiseOf(pulumi.createUrn(name, reverseDnsType, options.parent)),
      __provider: hostedCode("reverseDns"),
    };
    // Clear first, then set: the other way round, a replacement would clear what it has just set.
    super(reverseDnsType, name, inputs, { ...options, deleteBeforeReplace: options.deleteBeforeReplace ?? true });
  }
}

/** As `secondaryIps[0]` of a server that has none. */
function refuseLostAddress(name: string): never {
  throw runError(
    `ReverseDns "${name}": ip is an output that has no value, so the record would be set for the server's first address. If that one is meant, leave ip out.`,
  );
}
