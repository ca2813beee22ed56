/** What a program that imports a server wants done about differences between the two. Free of zod: programs load it. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];
