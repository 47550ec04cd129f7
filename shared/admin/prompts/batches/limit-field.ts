/** What was typed as a limit in USD, with a comma or a point; null for none, NaN for what is no amount. */
export function readLimit(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '').replace(',', '.');
  return text === '' ? null : Number(text);
}

/** What is wrong with it; undefined for nothing. */
export function limitFault(typed: string): string | undefined {
  const limit = readLimit(typed);
  return limit === null || (limit >= 0.01 && limit <= 100_000)
    ? undefined
    : 'An amount from 0.01 to 100,000 USD, please.';
}
