import "./api/node-version";

// What these files export is what users import: nothing else may be exported there.
export * from "./functions/catalogue";
export * from "./functions/orders";
export * from "./functions/pricing";
export * from "./functions/server";
export * from "./functions/vps-price";
export type { VpsOptions } from "./resource/options";
export * from "./resource/provider";
export * from "./reverse-dns/reverse-dns";
export * from "./resource/vps";
export type * from "./resource/vps-args";
export type * from "./resource/vps-shapes";
