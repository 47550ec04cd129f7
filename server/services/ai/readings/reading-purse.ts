import type { Executor } from '#server/db/transaction.ts';
import { type ReadThing, readPlaces, sumReadings } from '#server/repositories/posts/second-readings.ts';
import type { SecondReaderChoice } from '#shared/contract/ai-providers.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { monthStart } from '../months.ts';

type Limits = Pick<SecondReaderChoice, 'postLimitUsd' | 'monthLimitUsd'>;

/** The money that the second reader may still spend: on one post, and in the month. */
export interface ReadingPurse {
  /** The USD that are left, after subtracting the highest possible costs of running readings. */
  left(thing: ReadThing, limits: Limits): Promise<{ post: number; month: number }>;
  /**
   * Sets aside the highest possible cost of a reading; null when no price is known, and then only the money already
   * spent counts. Returns the function that releases the amount; the caller calls it when the cost is booked. Throws
   * AppError `ai_budget_reached`.
   */
  setAside(thing: ReadThing, limits: Limits, mostUsd: number | null): Promise<() => void>;
}

export function createReadingPurse({ db, clock }: { db: Executor; clock: Clock }): ReadingPurse {
  const underWay = new Set<{ places: readonly string[]; mostUsd: number }>();
  /** Simultaneous requests are answered one after the other: together they would exceed the limits. */
  let queue: Promise<unknown> = Promise.resolve();

  async function left(thing: ReadThing, { postLimitUsd, monthLimitUsd }: Limits) {
    const places = readPlaces(thing);
    // Read before the booked costs: a reading that ends between the two is counted twice instead of not at all.
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
