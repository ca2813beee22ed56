import * as pulumi from "@pulumi/pulumi";

/**
 * The places where the program declared this resource before. A purchase that was interrupted there left its order
 * under that place's name, and no entry in the state that a rename could carry over.
 */
export function aliasUrns(name: string, type: string, opts: pulumi.CustomResourceOptions): pulumi.Output<string[]> {
  const urns = (opts.aliases ?? []).map((given) =>
    pulumi.output(given).apply((alias) => {
      if (typeof alias === "string") return pulumi.output(alias);
      const parent = "parent" in alias ? alias.parent : opts.parent;
      return pulumi.createUrn(
        alias.name ?? name,
        alias.type ?? type,
        parent as pulumi.Resource,
        alias.project,
        alias.stack,
      );
    }),
  );
  return pulumi.all(urns);
}
