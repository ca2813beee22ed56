import type { IncomingHttpHeaders } from "node:http";

/** `Authorization: rimuhosting apikey=<KEY>`. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  return /^rimuhosting\s+apikey=(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
