interface HangOptions {
  /** Whether the window is closing, by the owner's wish. */
  isEnding(): boolean;
  ask(): Promise<'wait' | 'reload' | 'close'>;
  /** Ends the page's process and reloads the page: the typed text is on the disk. */
  reload(): void;
  /** Closes the window without asking the page, which would not answer. */
  destroy(): void;
}

/** Handles a page that does not answer any more: Electron then neither closes its window nor quits. */
export function createHang({ isEnding, ask, reload, destroy }: HangOptions) {
  let isAsking = false;
  let isOver = false;
  return {
    async unresponsive(): Promise<void> {
      if (isEnding()) return destroy();
      if (isAsking) return;
      isAsking = true;
      isOver = false;
      const answer = await ask();
      isAsking = false;
      // The page answered again before the owner did, so it is left as it is.
      if (isOver) return;
      if (answer === 'reload') reload();
      if (answer === 'close') destroy();
    },
    responsive(): void {
      isOver = true;
    },
  };
}
