import * as pulumi from "@pulumi/pulumi";

/** The SDK keeps it out of its public types. If it is missing, every key counts as secret, so nothing is reported. */
const { isConfigSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };

/** Whether a key of the stack's configuration is kept encrypted. */
export const isSecretKey = (key: string): boolean => isConfigSecret?.(key) ?? true;
