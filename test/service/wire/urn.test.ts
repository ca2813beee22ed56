import { nameInUrn } from "../../../provider/pulumi/resource-types";

test.each(["web", "shop::web", "a$b"])("the name %s is what the URN ends with", (name) => {
  expect(nameInUrn(`urn:pulumi:dev::shop::shop:index:Site$pulumi-nodejs:rimuhosting:Vps::${name}`)).toBe(name);
});
