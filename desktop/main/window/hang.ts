interface HangOptions {
  /** The window is on its way out, by the owner's wish. */
  isEnding(): boolean;
  ask(): Promise<'wait' | 'reload' | 'close'>;
  /** Ends the page's process and loads the page anew: what was typed is on the disk. */
  reload(): void;
  /** Ends the window without asking the page, which would not answer. */
  destroy(): void;
}

/** What happens when the page no longer answers: Electron neither closes its window then, nor quits. */
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
      // The page answers again while the owner is still being asked: it is left as it is.
      if (isOver) return;
      if (answer === 'reload') reload();
      if (answer === 'close') destroy();
    },
    responsive(): void {
      isOver = true;
    },
  };
}
