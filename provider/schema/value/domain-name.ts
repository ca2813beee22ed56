import { z } from "zod";

const maxLength = 255;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** What is wrong with a domain name by the rule the service's own client applies, or `undefined`. */
export const domainNameProblem = (name: string): string | undefined => {
  if (name === "") return "it is empty";
  if (name.length > maxLength) return `it has ${name.length} characters, at most ${maxLength} are allowed`;
  const labels = (name.endsWith(".") ? name.slice(0, -1) : name).split(".");
  if (labels.some((part) => part === "")) return "it has an empty part between two dots";
  if (labels.some((part) => part.length > 63)) return "a part between two dots has more than 63 characters";
  if (!labels.every((part) => label.test(part)))
    return "each part between dots may hold letters, digits and inner hyphens only";
  return undefined;
};

export const DomainName = z.string({ error: "must be a string" }).check((context) => {
  const problem = domainNameProblem(context.value);
  if (problem)
    context.issues.push({ code: "custom", message: `is not a domain name: ${problem}`, input: context.value });
});
export type DomainName = z.infer<typeof DomainName>;
