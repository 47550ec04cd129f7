/** What was typed as an amount, with a comma or a point; null for nothing, NaN for what is none. */
export function toAmount(typed: unknown): number | null {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.trim().replace(',', '.') : '';
  return text === '' ? null : Number(text);
}

/** What was typed as a number of tokens: "128000", "128,000", "128 000". NaN for what is none. */
export function toTokens(typed: unknown): number {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.replace(/[\s,.]/g, '') : '';
  return text === '' ? Number.NaN : Number(text);
}
