export function tokensText(tokens: number): string {
  return tokens === 1 ? '1 token' : `${countText(tokens)} tokens`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** To the cent from ten cents on; below, as precisely as it says something. */
export function costText(costUsd: number): string {
  if (costUsd === 0) return '$0.00';
  if (costUsd < 0.0001) return 'under $0.0001';
  // What is rounded up to a cent, or to ten, is one of those.
  return `$${costUsd.toFixed(costUsd < 0.00995 ? 4 : costUsd < 0.0995 ? 3 : 2)}`;
}
