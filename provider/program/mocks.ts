import * as pulumi from "@pulumi/pulumi";

/** Unit tests (`pulumi.runtime.setMocks`) put a monitor of their own in the engine's place. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === "MockMonitor";
