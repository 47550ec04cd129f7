export interface ClosingOptions {
  /** Whether a workflow is running in the page. */
  isRunning(): boolean;
  /** Asks the owner what to do with the run. */
  ask(): Promise<'hide' | 'quit' | 'stay'>;
  /** Makes the page write what it holds. Resolves when it has done so, or cannot any more. */
  flush(): Promise<void>;
  hide(): void;
  /** Closes the window, which calls `mayClose` again. */
  close(): void;
  /** Quits the app, which closes the window. */
  quit(): void;
}

/** The steps between the wish to close the window, or to quit, and its end, so that no typed text is lost. */
interface Closing {
  /** Whether the window may close at once. If not, it is closed when the page has written everything. */
  mayClose(): boolean;
  /**
   * Called when the app is about to quit: the owner is not asked about the window, and a run continues at the next
   * start.
   */
  quitting(): void;
  /** Called when the page holds unsaved words, and the owner stays with them. */
  calledOff(): void;
  isQuitting(): boolean;
  /** Whether the window is going to close without further questions. */
  isEnding(): boolean;
}

export function createClosing(options: ClosingOptions): Closing {
  let isQuitting = false;
  let isFlushed = false;
  let isUnderWay = false;

  async function proceed(): Promise<void> {
    if (!isQuitting && options.isRunning()) {
      const answer = await options.ask();
      if (answer === 'stay') return;
      if (answer === 'hide') return options.hide();
      isQuitting = true;
    }
    await options.flush();
    isFlushed = true;
    if (isQuitting) options.quit();
    else options.close();
  }

  return {
    mayClose() {
      if (isFlushed) return true;
      if (!isUnderWay) {
        isUnderWay = true;
        void proceed().finally(() => {
          isUnderWay = false;
        });
      }
      return false;
    },
    quitting() {
      isQuitting = true;
    },
    calledOff() {
      isQuitting = false;
      isFlushed = false;
    },
    isQuitting: () => isQuitting,
    isEnding: () => isQuitting || isFlushed,
  };
}
