import { createDecipheriv } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a stack's settings name the key service, and the key of its secrets as the service keeps it. */
export const stackSecrets = {
  url: "hashivault://stories",
  encryptedkey: Buffer.from("vault:v1:the key of all stories").toString("base64"),
};
const plainKey = Buffer.alloc(32, "stories ");

/**
 * Unwraps the key with which the CLI encrypts a stack's secrets, as HashiCorp's Vault would. A passphrase instead costs every single
 * command a quarter of a second, in which it is hashed a million times.
 */
export async function startKeyService(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    const isDecrypt = request.url === "/v1/transit/decrypt/stories";
    response.writeHead(isDecrypt ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isDecrypt ? { data: { plaintext: plainKey.toString("base64") } } : { errors: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const tagBytes = 16;

/** What a state keeps encrypted. */
export function decrypted(ciphertext: string): unknown {
  const [nonce = "", sealed = ""] = ciphertext.split(":").slice(1);
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", plainKey, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return JSON.parse(`${decipher.update(bytes.subarray(0, -tagBytes), undefined, "utf8")}${decipher.final("utf8")}`);
}
