// `npm test` runs a share of the tests that prove much of the same in many places or with many seeds; `npm run test:long --
// browser`, and `unit` for those without a browser, run them all. A test that is left to the latter alone, since its rule is also held one level below, is tagged @long.

/** The variable under which all of them run. */
export const WHOLE = 'NINEFOLD_WHOLE';
export const isWhole = process.env[WHOLE] !== undefined;

/** The variable with the files Vitest leaves out, a pattern a line: its own option reaches no project. */
export const LEFT_OUT = 'NINEFOLD_LEFT_OUT';

/** Tests that run in the whole alone. */
export const LONG = /@long\b/;

/** Which part of a family is its share: another number, another part. */
const SEED = Number(process.env.NINEFOLD_SHARE ?? 1);

/** How many random cases of so many: the whole, or one of `nth`. What comes first is the same in both. */
export const runsOf = (whole: number, nth = 2): number => (isWhole ? whole : Math.ceil(whole / nth));

/** Whether what has this name is in its share of one of `nth`: for what is met one by one, so that no list of it is there. */
export function isInShare(name: string, nth: number): boolean {
  const place = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return isWhole || place % nth === SEED % nth;
}

/**
 * Each `nth` of the cases of a family, so that neighbours, which are alike, are not both among them. `from` moves the
 * share, so that families of the same cases do not all have the same.
 */
export function shareOf<T>(cases: readonly T[], nth: number, from = 0): readonly T[] {
  return isWhole ? cases : cases.filter((_, index) => index % nth === (SEED + from) % nth);
}
