/** Keeps what a reader has chosen, on this device, for later pages. */
export function remember(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage can be off or full; the choice then lasts for this page.
  }
}
