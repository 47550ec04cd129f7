/** Moves the focus to the first control of the card. Returns false if no card is open. */
export function focusCard(): boolean {
  const card = document.querySelector<HTMLElement>('[data-suggest-card]');
  (card?.querySelector<HTMLElement>('[data-first-focus]') ?? card)?.focus({ preventScroll: true });
  return card !== null;
}
