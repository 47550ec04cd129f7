import type { LetterWork } from '#server/services/letters/index.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { watchDue } from './watch-due.ts';

interface SendLettersOptions {
  letters: LetterWork;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Sends letters and makes digests. Returns the function that ends it, after the letter under way. */
export async function sendLetters({ letters, clock, onError }: SendLettersOptions): Promise<() => Promise<void>> {
  const { digest, queue, onSettings } = letters;
  const due = watchDue({
    clock,
    async look() {
      const next = await digest.makeIfDue();
      queue?.wake();
      return next;
    },
    onError,
  });
  await due.refresh();
  onSettings(() => void due.refresh());
  await queue?.start();
  return async () => {
    due.stop();
    await queue?.stop();
  };
}
