/**
 * Returns the number of the option, of `total`, that a key leads to from number `active`. -1 is the field itself, which
 * stands between the last and the first. Other keys change nothing.
 */
export function nextOption(key: string, active: number, total: number): number {
  if (total === 0) return active;
  if (key === 'ArrowDown') return active + 1 < total ? active + 1 : -1;
  if (key === 'ArrowUp') return active < 0 ? total - 1 : active - 1;
  return active;
}
