import { z } from "zod";
import { Text } from "../value/text";

/** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or whatever the service adds later. */
export const RunningState = Text;
export type RunningState = z.infer<typeof RunningState>;

/** What a server can be told to become. Stopping does not stop the bill; `POWERCYCLING` kills before it starts. */
export const RunningStateTarget = z.enum(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]);
export type RunningStateTarget = z.infer<typeof RunningStateTarget>;
