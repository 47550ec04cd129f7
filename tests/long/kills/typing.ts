import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';

/** One key, with the time (milliseconds) by which the page had received it. */
export interface TypedKey {
  key: string;
  takenAt: number;
}

export interface Typing {
  /** Every key sent so far, whether or not the page has acknowledged it. */
  sent(): string;
  /** The keys that the page has received, in order. */
  taken(): readonly TypedKey[];
  /** Sends no more keys; resolves when the last has been acknowledged or the page is gone. */
  stop(): Promise<void>;
}

/** Sends the text key by key to the focused element, `perSecond` keys a second, until it is told to stop. */
export function typeSteadily(page: Page, text: string, perSecond: number): Typing {
  const keys = [...text];
  const taken: TypedKey[] = [];
  let sent = 0;
  let isStopped = false;
  const done = (async () => {
    const started = performance.now();
    for (const [index, key] of keys.entries()) {
      await wait(Math.max(0, started + (index * 1000) / perSecond - performance.now()));
      if (isStopped) return;
      sent = index + 1;
      await page.keyboard.press(key === '\n' ? 'Enter' : key === ' ' ? 'Space' : key);
      taken.push({ key, takenAt: performance.now() });
    }
    // A key that a killed browser never acknowledged is not an error.
  })().catch((error: unknown) => {
    if (!isStopped) throw error;
  });
  return {
    sent: () => keys.slice(0, sent).join(''),
    taken: () => taken,
    stop() {
      isStopped = true;
      return done;
    },
  };
}
