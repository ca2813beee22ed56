import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { settingTable } from "../../provider/api/setting-table";
import type {
  ProviderArgs,
  ReverseDns,
  ReverseDnsArgs,
  ReverseDnsOfOrderArgs,
  ReverseDnsOfVpsArgs,
  Vps,
  VpsArgs,
  VpsOptions,
} from "../../provider/index";
import type { ImportConsent } from "../../provider/schema/import-consent";
import type { ReverseDnsInputs, ReverseDnsOutputs } from "../../provider/schema/reverse-dns";
import type { VpsInputs } from "../../provider/schema/vps-inputs";
import type { VpsOutputs } from "../../provider/schema/vps-outputs";
import { type Differing, equal, type InputOf, type Inputs } from "./equal";

/*
 * The public types are written by hand, for those who read them; the schemas decide what is let through. `tsc` holds the
 * two equal, property for property and both ways. This file fails to compile where they part, and names the property.
 */

/** What only the provider and the engine write. */
type Shown<T> = { [K in keyof T as K extends `__${string}` ? never : K]: T[K] };

/** The part of a resource that is its own. */
type Own<T> = { -readonly [K in Exclude<keyof T, keyof pulumi.CustomResource>]: T[K] };

/** Told by the service of every order since 2010, or always there because the provider sees to it. */
type AlwaysThere =
  | "orderOid"
  | "slug"
  | "primaryIp"
  | "secondaryIps"
  | "observedRunningState"
  | "location"
  | "orderDate"
  | "password"
  | "domainName"
  | "distro"
  | "dcLocation"
  | "memoryMb"
  | "diskSpaceMb"
  | "hostServerOid";

/** The properties of a state that are typed as there, although an old one may lack them. */
type Outputs<State, Always> = {
  [K in keyof State]-?: pulumi.Output<K extends Always ? Exclude<State[K], undefined> : State[K] | undefined>;
};

test("what a program may say of a server is what the schema takes", () => {
  equal<Differing<VpsArgs, Inputs<z.input<typeof VpsInputs>>>>();
});

test("the outputs of a server are the properties of its state", () => {
  equal<Differing<Own<Vps>, Outputs<Shown<VpsOutputs>, AlwaysThere>>>();
});

test("the answers to an import's differences are those that the provider knows", () => {
  equal<Differing<Pick<VpsOptions, "onImportDifference">, { onImportDifference?: ImportConsent }>>();
});

test("what a program may say of a reverse DNS record is what the schema takes, or a server in place of its number", () => {
  equal<Differing<Omit<ReverseDnsOfOrderArgs, "vps">, Inputs<Shown<z.input<typeof ReverseDnsInputs>>>>>();
  equal<Differing<Omit<ReverseDnsOfVpsArgs, "vps" | "orderOid">, Omit<ReverseDnsOfOrderArgs, "vps" | "orderOid">>>();
  equal<Differing<ReverseDnsArgs, ReverseDnsOfOrderArgs | ReverseDnsOfVpsArgs>>();
});

test("the outputs of a reverse DNS record are the properties of its state", () => {
  equal<Differing<Own<ReverseDns>, Outputs<Shown<ReverseDnsOutputs>, "orderOid" | "ip" | "name">>>();
});

/** What a setting is, once it is read; order numbers are written as one text. */
type SettingOf<Name extends keyof typeof settingTable> = Name extends "takeOver"
  ? string
  : Exclude<z.output<(typeof settingTable)[Name]["read"]>, undefined>;

test("an explicit provider takes the settings of the table", () => {
  equal<
    Differing<ProviderArgs, { -readonly [Name in keyof typeof settingTable]?: InputOf<SettingOf<Name>> | undefined }>
  >();
});
