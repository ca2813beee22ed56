/** The name of the resource in a URN such as `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web`; it may contain `::`. */
export const nameInUrn = (urn: string): string => urn.split("::").slice(3).join("::");
