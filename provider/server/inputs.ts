import { z } from "zod";
import { namesIn } from "../service/names";
import { argumentValues } from "./argument-values";
import { type VpsArgument, vpsRows } from "./arguments";

/** A server without a name cannot be ordered; whatever else a program leaves out, the service chooses. */
type Shape = {
  [Name in VpsArgument]: Name extends "domainName" ? Schema<Name> : z.ZodOptional<Schema<Name>>;
};

type Schema<Name extends VpsArgument> = ReturnType<(typeof vpsRows)[Name]["schema"]>;

const schemaOf = (name: VpsArgument): z.ZodType => vpsRows[name].schema(argumentValues);

/**
 * The arguments of a `Vps`, strictly: a misspelt name is an error. The rows decide what is accepted, and `VpsArgs` says what it
 * means; a type test holds the two equal.
 */
export const VpsInputs = z.strictObject(
  // TypeScript cannot type names that are computed at run time.
  Object.fromEntries(
    namesIn(vpsRows).map((name) => [name, name === "domainName" ? schemaOf(name) : schemaOf(name).optional()]),
  ) as Shape,
);

export type VpsInputs = z.infer<typeof VpsInputs>;
