/** Leads the focus to the card: to what comes first in it. False where none is open. */
export function focusCard(): boolean {
  const card = document.querySelector<HTMLElement>('[data-suggest-card]');
  (card?.querySelector<HTMLElement>('[data-first-focus]') ?? card)?.focus({ preventScroll: true });
  return card !== null;
}
