import { createSign, generateKeyPairSync } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const utcTime = (text: string) => der(0x17, Buffer.from(text));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = (name: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));

/** Creates a self-signed certificate. */
export const selfSigned = (name: string): { key: string; cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const toBeSigned = sequence(
    integer(1),
    ecdsaWithSha256,
    commonName(name),
    sequence(utcTime("200101000000Z"), utcTime("491231235959Z")),
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(toBeSigned).sign(privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
};
