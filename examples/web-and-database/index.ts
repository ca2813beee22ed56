import { WebAndDatabase } from "./web-and-database";

const shop = new WebAndDatabase("shop", { domain: "shop.example.com" });

export const webIp = shop.webIp;
export const databaseIp = shop.databaseIp;
