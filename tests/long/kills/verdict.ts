import type { TypedKey } from './typing.ts';

/** What a round of typing, killing and coming back found. */
export interface Verdict {
  /** Null when the promise was kept. */
  fault: string | null;
  typed: number;
  /** Keys that came back. */
  back: number;
  /** From the oldest key that is missing to the kill, in milliseconds; 0 when none is. */
  lostMs: number;
}

export interface Round {
  /** What stood in the field before the first key. */
  before: string;
  /** Every key that was sent, and those the page had taken. */
  sent: string;
  taken: readonly TypedKey[];
  killedAt: number;
  /** What stands in the field of the next browser. */
  after: string;
}

const MOST_LOST_MS = 1000;

/** Whether what came back is a prefix of what was typed and lacks at most the last second. */
export function verdictOn({ before, sent, taken, killedAt, after }: Round): Verdict {
  const typed = taken.length;
  if (!after.startsWith(before)) return { fault: 'the text from before is not whole', typed, back: 0, lostMs: 0 };
  const back = after.slice(before.length);
  // A key on its way when the browser died may have been taken.
  if (!sent.startsWith(back))
    return { fault: 'what came back is no prefix of what was typed', typed, back: 0, lostMs: 0 };
  const firstLost = taken[back.length];
  // The answer for a key may come in just after the kill was sent.
  const lostMs = firstLost ? Math.max(0, killedAt - firstLost.takenAt) : 0;
  const fault = lostMs > MOST_LOST_MS ? `more than the last second is missing: ${Math.round(lostMs)} ms` : null;
  return { fault, typed, back: back.length, lostMs };
}
