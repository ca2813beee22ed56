import type * as pulumi from "@pulumi/pulumi";
import type { Bag } from "../models/stack-state";

/** The same provider, whose partial failures are changed on their way to the engine. */
export function changingFailures(
  provider: pulumi.dynamic.ResourceProvider,
  change: (failure: Bag) => unknown,
): pulumi.dynamic.ResourceProvider {
  const changed = async <T>(result: Promise<T> | undefined): Promise<T> => {
    try {
      return (await result) as T;
    } catch (error) {
      const isPartial = typeof error === "object" && error !== null && "reasons" in error;
      throw isPartial ? change({ ...error }) : error;
    }
  };
  return {
    ...provider,
    create: (inputs) => changed(provider.create(inputs)),
    update: (...args) => changed(provider.update?.(...args)),
  };
}
