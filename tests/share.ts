// `npm test` runs a share of the tests that prove much the same in many places or with many seeds; `npm run test:long
// -- browser`, and `unit` for those without a browser, run all of them. A test that runs only there, because its rule
// is also tested one level below, is tagged @long.

/** The variable with which all of them run. */
export const WHOLE = 'NINEFOLD_WHOLE';
export const isWhole = process.env[WHOLE] !== undefined;

/**
 * The variable with the files that Vitest leaves out, a pattern on each line, because Vitest's own option does not
 * reach projects.
 */
export const LEFT_OUT = 'NINEFOLD_LEFT_OUT';

/** Tests that run only in the whole. */
export const LONG = /@long\b/;

/** Selects the part of a family that is its share: a different number selects a different part. */
const SEED = Number(process.env.NINEFOLD_SHARE ?? 1);

/**
 * Returns the number of random cases: all of them in the whole, otherwise one of `nth`. The first cases are the same in
 * both.
 */
export const runsOf = (whole: number, nth = 2): number => (isWhole ? whole : Math.ceil(whole / nth));

/**
 * Says whether the thing with this name is in the share of one of `nth`: for things that come one by one, so that there
 * is no list of them.
 */
export function isInShare(name: string, nth: number): boolean {
  const place = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return isWhole || place % nth === SEED % nth;
}

/**
 * Returns each `nth` of the cases of a family, so that neighbours, which are alike, are not both included. `from` moves
 * the share, so that families of the same cases do not all have the same share.
 */
export function shareOf<T>(cases: readonly T[], nth: number, from = 0): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % nth === (SEED + from) % nth);
}
