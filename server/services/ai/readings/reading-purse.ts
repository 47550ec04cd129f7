import type { Executor } from '#server/db/transaction.ts';
import { type ReadThing, readPlaces, sumReadings } from '#server/repositories/posts/second-readings.ts';
import type { SecondReaderChoice } from '#shared/contract/ai-providers.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { monthStart } from '../months.ts';

type Limits = Pick<SecondReaderChoice, 'postLimitUsd' | 'monthLimitUsd'>;

/** What the second reader may still cost: for one post, and for the month. */
export interface ReadingPurse {
  /** USD left, what readings under way can cost at the most set aside. */
  left(thing: ReadThing, limits: Limits): Promise<{ post: number; month: number }>;
  /**
   * Sets aside what a reading can cost at the most; null where no price is known, so that what was spent counts alone. Gives
   * what ends that, to be called when its cost is booked. Throws AppError `ai_budget_reached`.
   */
  setAside(thing: ReadThing, limits: Limits, mostUsd: number | null): Promise<() => void>;
}

export function createReadingPurse({ db, clock }: { db: Executor; clock: Clock }): ReadingPurse {
  const underWay = new Set<{ places: readonly string[]; mostUsd: number }>();
  /** Those who ask at once are answered one after the other: together they would pass the limits. */
  let queue: Promise<unknown> = Promise.resolve();

  async function left(thing: ReadThing, { postLimitUsd, monthLimitUsd }: Limits) {
    const places = readPlaces(thing);
    // Looked at before the books: what ends between counts twice, and not never.
    const reserved = [...underWay];
    const sum = (of: typeof reserved) => of.reduce((usd, { mostUsd }) => usd + mostUsd, 0);
    const ofPost = places.length === 0 ? 0 : await sumReadings(db, { places });
    const ofMonth = await sumReadings(db, { since: monthStart(clock.now()) });
    return {
      post: postLimitUsd - ofPost - sum(reserved.filter((each) => each.places.some((place) => places.includes(place)))),
      month: monthLimitUsd - ofMonth - sum(reserved),
    };
  }

  async function setAside(thing: ReadThing, limits: Limits, mostUsd: number | null): Promise<() => void> {
    const { post, month } = await left(thing, limits);
    const isOver = (usd: number) => (mostUsd === null ? usd <= 0 : mostUsd > usd);
    if (isOver(post)) throw overLimit('Readings of one post', limits.postLimitUsd, post, mostUsd);
    if (isOver(month)) throw overLimit('All readings of a month', limits.monthLimitUsd, month, mostUsd);
    const reserved = { places: readPlaces(thing), mostUsd: mostUsd ?? 0 };
    underWay.add(reserved);
    return () => underWay.delete(reserved);
  }

  return {
    left,
    setAside(...asked) {
      const answer = queue.then(() => setAside(...asked));
      queue = answer.catch(() => undefined);
      return answer;
    },
  };
}

function overLimit(what: string, limit: number, left: number, most: number | null): AppError {
  const usd = (value: number) => `$${value.toFixed(2)}`;
  const need =
    most === null
      ? ''
      : ` This one can cost up to ${usd(Math.max(0.01, most))}, and ${usd(Math.max(0, left))} is left.`;
  return new AppError('ai_budget_reached', {
    message: `${what} may cost ${usd(limit)}.${need} The limits of the second reader are in Settings, AI.`,
  });
}
