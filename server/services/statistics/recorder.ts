import { isbot } from 'isbot';
import { POST_PLACE, type Sum } from '#server/repositories/statistics/counted.ts';
import { createDayCounts } from '#server/services/minute-counts.ts';
import type { PageKind } from '#shared/contract/statistics.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';
import { deviceClass } from './device-class.ts';
import { missingAddress } from './missing-address.ts';
import { createOnceADay } from './once-a-day.ts';
import type { Reader } from './reader.ts';
import { hostInAddress, referrerHost, withoutWww } from './referrer-host.ts';
import { searchedWords } from './search-words.ts';
import { createTally } from './tally.ts';

/** Milliseconds. */
const FLUSH_EVERY = 2000;

/** What one network can add a day. A house behind one address stays below; whoever makes readings up does not get far. */
export const MOST_A_DAY = { reading: 500, search: 100, missing: 50 } as const;

/** Counts what readers do (docs/rules.md, "Statistics"). Whoever is a robot, the owner, or has asked not to be counted is not. */
export interface StatisticsRecorder {
  /** A live post was in sight. `from` is the name of the site the reader says to come from. */
  postRead(reader: Reader, reading: { postId: number; from: string | undefined }): void;
  /** The reader of a post has come to its end; counts once, and only where the reading has counted on this day. */
  postReadToEnd(reader: Reader, postId: number): void;
  pageOpened(reader: Reader, opened: { page: PageKind; from: string | undefined }): void;
  searched(reader: Reader, search: { query: string; found: number }): void;
  /** There was no page at an address. `referrer` is the address of the page with the link. */
  missed(reader: Reader, missing: { pathname: string; referrer: string | undefined; ownHost: string }): void;
  flush(): Promise<void>;
  /** Writes what is left and stops the timer. */
  close(): Promise<void>;
}

interface RecorderOptions {
  clock: Clock;
  /** The site's own address. */
  siteUrl: string;
  /** Adds sums to what is stored, all or none; called every two seconds while there are some, and at `close`. */
  store: (sums: readonly Sum[]) => Promise<void>;
  onError: (error: unknown) => void;
}

export function createStatisticsRecorder({ clock, siteUrl, store, onError }: RecorderOptions): StatisticsRecorder {
  const once = createOnceADay({ clock });
  const ofNetwork = createDayCounts(clock);
  const tally = createTally();
  const own = new Set([withoutWww(hostInAddress(siteUrl) ?? '')]);

  /** Whether what a reader does counts: the first time on a day, and as often as their network may. */
  const counts = (reader: Reader, kind: keyof typeof MOST_A_DAY, thing: string | number) => {
    if (reader.isOwner || reader.isPrivate || reader.userAgent === '' || isbot(reader.userAgent)) return false;
    const thisOne = [kind, thing, reader.network, reader.userAgent];
    if (once.has(thisOne)) return false;
    // What a network does beyond its share is not remembered either: it would push out what other readers have done.
    return ofNetwork.add(once.nameOf([kind, reader.network])) <= MOST_A_DAY[kind] && once.first(thisOne);
  };
  const countReading = (reader: Reader, place: string, postId: number, from: string | undefined) => {
    const host = referrerHost(from, own);
    const device = deviceClass(reader.userAgent, reader.isMobile);
    tally.add({ what: 'reading', day: dayOf(clock.now()), place, postId, device, host });
  };
  const flush = async () => {
    const sums = tally.take();
    if (sums.length === 0) return;
    try {
      await store(sums);
    } catch (error) {
      tally.putBack(sums);
      onError(error);
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_EVERY);
  timer.unref();

  return {
    postRead(reader, { postId, from }) {
      if (counts(reader, 'reading', postId)) countReading(reader, POST_PLACE, postId, from);
    },
    postReadToEnd(reader, postId) {
      const { network, userAgent } = reader;
      if (reader.isOwner || reader.isPrivate || !once.has(['reading', postId, network, userAgent])) return;
      if (!once.first(['end', postId, network, userAgent])) return;
      tally.add({ what: 'end', day: dayOf(clock.now()), postId });
    },
    pageOpened(reader, { page, from }) {
      if (counts(reader, 'reading', page)) countReading(reader, page, 0, from);
    },
    searched(reader, { query, found }) {
      const words = searchedWords(query);
      if (words === null || !counts(reader, 'search', words)) return;
      tally.add({ what: 'search', day: dayOf(clock.now()), words, hasFound: found > 0 });
    },
    missed(reader, { pathname, referrer, ownHost }) {
      const from = hostInAddress(referrer);
      const isOwn = from !== undefined && (from === ownHost || own.has(withoutWww(from)));
      const host = isOwn ? 'own' : (referrerHost(from, own) ?? '');
      const path = missingAddress(pathname, host !== '');
      if (path === null || !counts(reader, 'missing', path)) return;
      tally.add({ what: 'missing', day: dayOf(clock.now()), path, host });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
