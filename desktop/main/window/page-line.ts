import type { BrowserWindow } from 'electron';
import type { IpcEventPayload } from '#shared/contract/ipc.ts';

/** A page that hangs must not keep the app from ending. */
const FLUSH_PATIENCE = 5000;

/** Whether the page is loaded and listens, and what it is to be told once it does. */
export function createPageLine() {
  let isReady = false;
  let unsaid: (() => void)[] = [];
  return {
    isReady: () => isReady,
    tell(say: () => void): void {
      if (isReady) say();
      else unsaid.push(say);
    },
    loaded(): void {
      isReady = true;
      for (const say of unsaid.splice(0)) say();
    },
    left(): void {
      isReady = false;
    },
    closed(): void {
      isReady = false;
      unsaid = [];
    },
  };
}

/** Has a page write everything it holds. */
export function createFlushing(warn: (message: string) => void) {
  let end = () => {};
  return {
    /** Resolves when the page has, or does not answer. */
    ask(window: BrowserWindow): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          warn('The page does not say that it has written everything');
          resolve();
        }, FLUSH_PATIENCE);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
        window.webContents.send('app.closing', {} satisfies IpcEventPayload<'app.closing'>);
      });
    },
    /** The page has written everything, or is gone. */
    end: () => end(),
  };
}
