import { z } from "zod";

/** An IPv4 or IPv6 address. */
export const IpAddress = z.union([z.ipv4(), z.ipv6()], { error: "must be an IP address" });
export type IpAddress = z.infer<typeof IpAddress>;
