/**
 * Whether this is `npm run test:exhaustive`, which takes an hour: every story and variant, and everything that chance chooses in
 * full number. `npm test` runs every kind of test, and of the slow ones the cases that show most.
 */
export const isExhaustive = process.env["TEST_VOLUME"] === "exhaustive";

/** How many cases chance chooses. */
export const numberOf = (volume: { readonly everyTime: number; readonly exhaustively: number }): number =>
  isExhaustive ? volume.exhaustively : volume.everyTime;
