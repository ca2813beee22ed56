import { secretProperties } from "../schema/vps/secret-inputs";
import type { Redactor } from "./redactor";

/** Where a file is to go is no secret, and would be missed in many a message. */
const harmlessParts = new Set(["path", "execOnFirstBoot"]);

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (harmlessParts.has(name)) return [];
    return name === "dataAsBase64" ? [...textsIn(part), ...textsIn(part).flatMap(decoded)] : textsIn(part);
  });
};

/** The text behind base64; of an image or a program there is none that anybody would quote. */
const decoded = (base64: string): string[] => {
  const text = Buffer.from(base64, "base64").toString("utf8");
  return text.includes("\ufffd") ? [] : [text];
};

/**
 * Whatever of a server's properties (its inputs, its state, a request for one) must not be seen again in a message. Of
 * anything else it takes no notice.
 */
export const registerSecretsOf = (redactor: Redactor, properties: Readonly<Record<string, unknown>>): void => {
  for (const name of secretProperties) for (const secret of textsIn(properties[name])) redactor.register(secret);
};
