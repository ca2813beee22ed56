import "./service/node-version";

export * from "./account/provider";
// What these files export is what users import: nothing else may be exported there.
export * from "./functions/catalogue";
export * from "./functions/catalogue";
export * from "./functions/orders";
export * from "./functions/server";
export * from "./reverse-dns/reverse-dns";
export type { VpsOptions } from "./vps/options";
export * from "./vps/vps";
export type * from "./vps/vps-args";
export type * from "./vps/vps-args";
