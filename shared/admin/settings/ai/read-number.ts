/** Reads a typed amount, with a comma or a point; null for nothing, NaN if it is not an amount. */
export function toAmount(typed: unknown): number | null {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.trim().replace(',', '.') : '';
  return text === '' ? null : Number(text);
}

/** Reads a typed number of tokens: "128000", "128,000", "128 000". NaN if it is not a number. */
export function toTokens(typed: unknown): number {
  if (typeof typed === 'number') return typed;
  const text = typeof typed === 'string' ? typed.replace(/[\s,.]/g, '') : '';
  return text === '' ? Number.NaN : Number(text);
}
