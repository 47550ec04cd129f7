import type { TypedKey } from './typing.ts';

/** The result of a round of typing, killing and coming back. */
export interface Verdict {
  /** Null if the promise was kept. */
  fault: string | null;
  typed: number;
  /** The number of keys that came back. */
  back: number;
  /** The milliseconds from the oldest missing key to the kill; 0 if none is missing. */
  lostMs: number;
}

export interface Round {
  /** The content of the field before the first key. */
  before: string;
  /** Every key that was sent, and those that the page had received. */
  sent: string;
  taken: readonly TypedKey[];
  killedAt: number;
  /** The content of the field in the next browser. */
  after: string;
}

const MOST_LOST_MS = 1000;

/** Says whether the text that came back is a prefix of the typed text and lacks at most the last second. */
export function verdictOn({ before, sent, taken, killedAt, after }: Round): Verdict {
  const typed = taken.length;
  if (!after.startsWith(before)) return { fault: 'the text from before is not whole', typed, back: 0, lostMs: 0 };
  const back = after.slice(before.length);
  // A key on its way when the browser died may have been received.
  if (!sent.startsWith(back))
    return { fault: 'what came back is no prefix of what was typed', typed, back: 0, lostMs: 0 };
  const firstLost = taken[back.length];
  // The acknowledgement of a key may arrive just after the kill was sent.
  const lostMs = firstLost ? Math.max(0, killedAt - firstLost.takenAt) : 0;
  const fault = lostMs > MOST_LOST_MS ? `more than the last second is missing: ${Math.round(lostMs)} ms` : null;
  return { fault, typed, back: back.length, lostMs };
}
