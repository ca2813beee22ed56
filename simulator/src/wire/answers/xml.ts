import type { WireObject } from "./envelope";

/** An answer as XML: an element for each field, lists as repeated elements, nothing for null. */
export function toXml(answer: WireObject): string {
  const root = Object.entries(answer).map(([name, value]) => element(name, value));
  return `<?xml version="1.0" encoding="UTF-8"?>${root.join("")}`;
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join("");
  const tag = elementName(name);
  return `<${tag}>${content(value)}</${tag}>`;
}

function content(value: unknown): string {
  if (typeof value !== "object" || value === null) return escaped(String(value));
  return Object.entries(value)
    .map(([name, field]) => element(name, field))
    .join("");
}

/** The variant in which lists show tags in another shape uses their keys as names. */
function elementName(name: string): string {
  const allowed = name.replace(/[^\w.-]/g, "_");
  return /^[A-Za-z_]/.test(allowed) ? allowed : `_${allowed}`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[^\t\n\r\u0020-\uFFFD]/g, "\uFFFD");
}
