import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Vps } from "../../provider/index";
import type { ProviderArgs } from "../../provider/program/provider";
import type { ReverseDns, ReverseDnsOfOrderArgs, ReverseDnsOfVpsArgs } from "../../provider/program/reverse-dns";
import type {
  VpsArgs,
  VpsBase64FileArgs,
  VpsFetchedFileArgs,
  VpsFile,
  VpsTextFileArgs,
} from "../../provider/program/vps-args";
import type { VpsInputs } from "../../provider/server/program";
import type { ReverseDnsInputs, ReverseDnsOutputs } from "../../provider/server/reverse-dns";
import type { VpsOutputs } from "../../provider/server/server";
import type { settingTable } from "../../provider/service/settings";
import { type Differing, equal, type InputOf, type Inputs } from "./equal";

/*
 * The public types are written by hand, to be read; the schemas decide what is accepted. `tsc` keeps the two equal,
 * property by property and in both directions. This file fails to compile if they differ, and the error names the property.
 */

/** Properties that only the provider and the engine write. */
type Shown<T> = { [K in keyof T as K extends `__${string}` ? never : K]: T[K] };

/** The properties of a resource that its base class lacks. */
type Own<T> = { -readonly [K in Exclude<keyof T, keyof pulumi.CustomResource>]: T[K] };

/** Reported by the service for every order since 2010, or always set by the provider. */
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

/** The properties of a state that are typed as present, although an old one may lack them. */
type Outputs<State, Always> = {
  [K in keyof State]-?: pulumi.Output<K extends Always ? Exclude<State[K], undefined> : State[K] | undefined>;
};

/** Of its kinds of content the type takes one alone, which the schema checks. */
type Files = "fileInjectionData";
type FileInputs = NonNullable<z.input<typeof VpsInputs>[Files]>[number];
type Content = Pick<VpsTextFileArgs, "dataAsString"> &
  Pick<VpsBase64FileArgs, "dataAsBase64"> &
  Pick<VpsFetchedFileArgs, "dataFromUrl">;

test("the arguments of a server are what the schema accepts", () => {
  equal<Differing<Omit<VpsArgs, Files>, Omit<Inputs<z.input<typeof VpsInputs>>, Files>>>();
  equal<Differing<VpsFile & { [Kind in keyof Content]?: Content[Kind] | undefined }, Inputs<FileInputs>>>();
});

test("the outputs of a server are the properties of its state", () => {
  equal<Differing<Omit<Own<Vps>, Files>, Omit<Outputs<Shown<VpsOutputs>, AlwaysThere>, Files>>>();
});

type RecordInputs = Inputs<Shown<z.input<typeof ReverseDnsInputs>>>;

test("the arguments of a reverse DNS record are what the schema accepts, or a server instead of its number", () => {
  equal<Differing<Omit<ReverseDnsOfOrderArgs, "vps">, RecordInputs>>();
  equal<Differing<Omit<ReverseDnsOfVpsArgs, "vps" | "orderOid">, Omit<RecordInputs, "orderOid">>>();
});

test("the outputs of a reverse DNS record are the properties of its state", () => {
  equal<Differing<Own<ReverseDns>, Outputs<Shown<ReverseDnsOutputs>, "orderOid" | "ip" | "name">>>();
});

/** The type of a setting once parsed. */
type SettingOf<Name extends keyof typeof settingTable> = Exclude<z.output<(typeof settingTable)[Name]>, undefined>;

test("an explicit provider accepts the settings of the table", () => {
  equal<
    Differing<ProviderArgs, { -readonly [Name in keyof typeof settingTable]?: InputOf<SettingOf<Name>> | undefined }>
  >();
});
