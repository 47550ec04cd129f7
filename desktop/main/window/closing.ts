export interface ClosingOptions {
  /** A workflow is under way in the page. */
  isRunning(): boolean;
  /** Asks the owner what becomes of the run. */
  ask(): Promise<'hide' | 'quit' | 'stay'>;
  /** The page writes what it holds; resolves when it has, or cannot any more. */
  flush(): Promise<void>;
  hide(): void;
  /** Closes the window, which asks `mayClose` again. */
  close(): void;
  /** Quits the app, which closes the window. */
  quit(): void;
}

/** What happens between the wish to close the window, or to quit, and its end: nothing that was typed is lost on the way. */
interface Closing {
  /** Whether the window may go at once; where not, it is closed when the page has written everything. */
  mayClose(): boolean;
  /** The app is about to quit: the window is not asked for, a run goes on at the next start. */
  quitting(): void;
  /** The page has words it will not leave, and the owner goes on with them. */
  calledOff(): void;
  isQuitting(): boolean;
  /** The window is to go, and nothing is asked any more. */
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
