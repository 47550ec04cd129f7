export function tokensText(tokens: number): string {
  return tokens === 1 ? '1 token' : `${countText(tokens)} tokens`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * Formats a cost: to the cent from ten cents on; smaller costs with more digits, so that the number stays meaningful.
 */
export function costText(costUsd: number): string {
  if (costUsd === 0) return '$0.00';
  if (costUsd < 0.0001) return 'under $0.0001';
  // A cost that rounds up to one cent, or to ten cents, is shown like one of that size.
  return `$${costUsd.toFixed(costUsd < 0.00995 ? 4 : costUsd < 0.0995 ? 3 : 2)}`;
}
