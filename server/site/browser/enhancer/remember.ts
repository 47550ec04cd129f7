/** Stores a reader's choice on this device, for later pages. */
export function remember(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage can be off or full; then the choice lasts for this page only.
  }
}
