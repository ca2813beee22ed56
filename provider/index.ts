import "./service/node-version";

// What these files export is what users import: nothing else may be exported there.
export * from "./account/provider";
export * from "./functions/catalogue";
export * from "./functions/orders";
export * from "./functions/server";
export * from "./reverse-dns/reverse-dns";
export type { VpsArgumentPath, VpsOptions } from "./vps/options";
export * from "./vps/vps";
export type * from "./vps/vps-args";
