import * as pulumi from "@pulumi/pulumi";
import { mockMonitor } from "./probes";

/** Whether this is a unit test: `pulumi.runtime.setMocks` replaces the engine's monitor. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === mockMonitor;
