import "./service/node-version";

export * from "./program/functions/catalogue";
export * from "./program/functions/orders";
export * from "./program/functions/server";
// What these files export is what users import: nothing else may be exported there.
export * from "./program/provider";
export * from "./program/reverse-dns";
export * from "./program/vps";
export type * from "./program/vps-args";
export type { VpsArgumentPath, VpsOptions } from "./program/vps-options";
