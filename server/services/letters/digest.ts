import { isoTime } from '#server/db/live.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { findDigestState, setDigestState } from '#server/repositories/letters/digest-state.ts';
import { setLetterOf, untoldPosts } from '#server/repositories/letters/letter-posts.ts';
import { findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import { insertLetter } from '#server/repositories/letters/letters.ts';
import { MOST_POSTS_IN_LETTER } from '#shared/contract/letters/letters.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { missingOf } from './sender.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The period that a digest covers: a week, and a day more for a digest that was late. */
const LOOKS_BACK = 8 * DAY;

export interface Digest {
  /**
   * Makes the digest if it is due and there is something new; returns the time of the next digest in ISO 8601, null for
   * never.
   */
  makeIfDue(): Promise<string | null>;
  /** The posts that the next digest would contain at present. */
  posts(): Promise<number[]>;
}

interface DigestOptions {
  db: Executor;
  clock: Clock;
  hasMailServer: boolean;
}

export function createDigest({ db, clock, hasMailServer }: DigestOptions): Digest {
  return {
    async makeIfDue() {
      const now = clock.now();
      return inTransaction(db, async (trx) => {
        const settings = await findLetterSettings(trx);
        if (!settings.hasDigest || !hasMailServer || missingOf(settings).length > 0) return null;
        const { digestDay, digestHour, timeZone } = settings;
        const of = `${digestDay} ${digestHour} ${timeZone}`;
        const next = { nextAt: nextDigestTime(settings, now), of };
        const stored = await findDigestState(trx);
        // A stored time later than the next time was computed with other settings, or by a clock that was ahead.
        const isKnown = stored !== null && stored.of === of && stored.nextAt <= next.nextAt;
        if (isKnown && stored.nextAt > now) return isoTime(stored.nextAt);
        await setDigestState(trx, next, now);
        if (isKnown) await make(trx, stored.nextAt, now);
        return isoTime(next.nextAt);
      });
    },
    posts: () => untoldPosts(db, clock.now() - LOOKS_BACK),
  };
}

async function make(ex: Executor, dueAt: number, now: number): Promise<void> {
  const postIds = (await untoldPosts(ex, now - LOOKS_BACK)).slice(-MOST_POSTS_IN_LETTER);
  if (postIds.length === 0) return;
  const letter = { key: `digest:${isoTime(dueAt)}`, kind: 'digest', audience: { kind: 'followers' } } as const;
  const id = await insertLetter(ex, { ...letter, postIds, subject: 'Weekly digest', startsAt: now }, now);
  if (id !== null) await setLetterOf(ex, postIds, id);
}

/** When a digest is sent: an hour on a day of the week (0 for Sunday), in the local time of a time zone. */
interface DigestTime {
  digestDay: number;
  digestHour: number;
  timeZone: string;
}

/** Every offset of the existing time zones is a multiple of this step. */
const STEP = 15 * 60_000;
const WEEK = 7 * DAY;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * The first time after `after` at which the local clocks show the day and hour; when the clocks are set forward over
 * that hour, the first time after it. Milliseconds since 1970.
 */
export function nextDigestTime({ digestDay, digestHour, timeZone }: DigestTime, after: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const isBehind = (time: number) => {
    const parts = format.formatToParts(time);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return WEEKDAYS.indexOf(of('weekday')) === digestDay && Number(of('hour')) >= digestHour;
  };
  let wasBehind = isBehind(after);
  const first = (Math.floor(after / STEP) + 1) * STEP;
  for (let time = first; time <= after + WEEK + 2 * STEP; time += STEP) {
    const behind = isBehind(time);
    if (behind && !wasBehind) return time;
    wasBehind = behind;
  }
  // The time zone skipped that day (Samoa, 30 December 2011).
  return after + WEEK;
}
