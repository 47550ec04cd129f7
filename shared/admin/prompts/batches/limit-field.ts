/**
 * Reads a typed limit in USD, with a comma or a point; null when nothing was typed, NaN when the text is not an amount.
 */
export function readLimit(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '').replace(',', '.');
  return text === '' ? null : Number(text);
}

/** Returns the fault of a typed limit; undefined when there is none. */
export function limitFault(typed: string): string | undefined {
  const limit = readLimit(typed);
  return limit === null || (limit >= 0.01 && limit <= 100_000)
    ? undefined
    : 'An amount from 0.01 to 100,000 USD, please.';
}
