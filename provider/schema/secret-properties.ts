import { secretArguments } from "./vps-arguments";

/** Every secret property of a server or a key: in the program, in the state, and in what a program passes to a check. */
export const secretProperties: readonly string[] = [...secretArguments, "__nextPassword", "__keyPassword"];
