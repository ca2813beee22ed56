/** Uniform in [0, 1). */
export type Random = () => number;

/** The mulberry32 generator: small, and a given seed yields the same oids and passwords in every run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LETTERS = "abcdefghijkmnopqrstuvwxyz";

/** As the service generates them: lower-case letters, then two digits. */
export function generatePassword(random: Random): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join("");
  return `${letters}${Math.floor(10 + random() * 90)}`;
}

/** Ten digits and above 2^31, like real ones: a client that stores oids in 32 bits fails here, not in production. */
export function generateOrderOid(random: Random, isTaken: (oid: number) => boolean): number {
  for (;;) {
    const oid = 2_200_000_000 + Math.floor(random() * 7_000_000_000);
    if (!isTaken(oid)) return oid;
  }
}
