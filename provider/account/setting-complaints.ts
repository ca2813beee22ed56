import * as pulumi from "@pulumi/pulumi";
import { namesIn } from "../engine/parts";
import { settingTable } from "../service/settings";
import { plainComplaint, stringifiedParts } from "../service/wire/complaints";

/**
 * What is wrong with the settings of an explicit provider, as far as the program knows their values itself. The host, which
 * checks all of them, cannot tell them from the stack's.
 */
export const settingComplaints = (given: pulumi.Inputs): string[] =>
  namesIn(settingTable).flatMap((name) => {
    const value: unknown = given[name];
    if (value === undefined || value === null || pulumi.Output.isInstance(value) || value instanceof Promise) return [];
    const [found] = stringifiedParts(value);
    if (found !== undefined) return [`${name} ${found.reason}`];
    const { error } = settingTable[name].safeParse(String(value), { error: plainComplaint });
    return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
  });
