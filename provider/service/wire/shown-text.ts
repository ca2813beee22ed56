// What messages show of the program's texts: any of these may be a secret that was given to the wrong argument.

/** The service's codes, such as `deb13.64`, and names like these; domain names; short numbers and addresses. */
const plainForms = [
  /^[a-z_-]{1,20}[0-9]{0,4}(?:\.[0-9]{1,2})?$/i,
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}\.?$/i,
  /^[0-9]{1,5}$/,
  /^[0-9.]{7,15}$/,
];

/** The text itself only if it looks like what servers are described with. */
export const shownText = (text: string): string => (plainForms.some((form) => form.test(text)) ? text : "…");

/** A value as JSON, with each text in it as `shownText` has it. */
export const shownJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? shownText(part) : part)) ?? "unset";
