import type { OpenDatabase } from '#server/db/open.ts';
import { RETENTION_DAYS } from '#server/services/statistics/periods.ts';
import { DAY_MS, dayOf, monthOf } from '#shared/kernel/utc-periods.ts';
import { createWordSource, seededRandom } from './vocabulary.ts';

interface FillOptions {
  /** Milliseconds since 1970. */
  now: number;
  years: number;
  readingsADay: number;
  /** The ids from which readers choose, the first ones most often. */
  postIds: readonly number[];
}

const PLACES = ['home', 'category', 'tag', 'archive', 'search', 'about'];
const DEVICES = ['phones', 'tablets', 'computers'] as const;

type Sums = Map<string, { key: (string | number)[]; values: number[] }>;

/**
 * Fills the statistics with years of readings, in their final state on the server: only the days that are kept, and all
 * months. The rows of a day are in no order, as when readers make them.
 */
export function fillStatistics({ sqlite }: OpenDatabase, options: FillOptions): void {
  const day = makeDays(options);
  const last = dayOf(options.now);
  const add = (table: string, keys: string, values: readonly string[]) => {
    const names = [...keys.split(' '), ...values];
    const more = values.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
    const row = names.map(() => '?').join(', ');
    return sqlite.prepare(
      `insert into ${table} (${names.join(', ')}) values (${row}) on conflict do update set ${more}`,
    );
  };
  const counts = [...DEVICES, 'ends'];
  const tables = {
    places: add('statistics_places', 'unit at place', counts),
    posts: add('statistics_posts', 'unit at post_id', counts),
    referrers: add('statistics_referrers', 'unit at post_id host', ['readings']),
    searches: add('statistics_searches', 'day words has_found', ['asked']),
    missing: add('statistics_missing', 'day path host', ['asked']),
  };
  for (let at = last - options.years * 365; at <= last; at += 1) {
    sqlite.transaction(() => {
      const isKept = at >= last - RETENTION_DAYS;
      const { places, posts, referrers, searches, missing } = day(at);
      for (const [unit, time] of [...(isKept ? [[0, at] as const] : []), [1, monthOf(at * DAY_MS)] as const]) {
        for (const { key, values } of places.values()) tables.places.run(unit, time, ...key, ...values);
        for (const { key, values } of posts.values()) tables.posts.run(unit, time, ...key, ...values);
        for (const { key, values } of referrers.values()) {
          const [postId = 0, host = ''] = key;
          tables.referrers.run(unit, time, unit === 0 ? postId : 0, host, ...values);
        }
      }
      if (!isKept) return;
      for (const { key, values } of searches.values()) tables.searches.run(at, ...key, ...values);
      for (const { key, values } of missing.values()) tables.missing.run(at, ...key, ...values);
    })();
  }
}

function makeDays({ readingsADay, postIds }: FillOptions) {
  const random = seededRandom(28);
  const source = (names: readonly string[]) => createWordSource(names);
  const post = source(postIds.map(String));
  const host = source(Array.from({ length: 400 }, (_, number) => `site-${number}.example`));
  const words = source(Array.from({ length: 3000 }, (_, number) => `words searched ${number}`));
  const path = source(Array.from({ length: 2000 }, (_, number) => `/2019/05/an-old-post-${number}.html`));
  const pick = <T>(list: readonly [T, ...T[]]) => list[Math.floor(random() * list.length)] ?? list[0];
  const add = (sums: Sums, key: (string | number)[], values: number[]) => {
    const name = key.join(' ');
    const known = sums.get(name);
    if (known) known.values = known.values.map((value, index) => value + (values[index] ?? 0));
    else sums.set(name, { key, values });
  };
  return (_day: number) => {
    const made = {
      places: new Map(),
      posts: new Map(),
      referrers: new Map(),
      searches: new Map(),
      missing: new Map(),
    } as Record<'places' | 'posts' | 'referrers' | 'searches' | 'missing', Sums>;
    for (let number = 0; number < readingsADay; number += 1) {
      const isPost = random() < 0.75;
      const postId = isPost ? Number(post(random)) : 0;
      const device = random();
      const devices = [device < 0.6 ? 1 : 0, device >= 0.6 && device < 0.65 ? 1 : 0, device >= 0.65 ? 1 : 0];
      const values = [...devices, isPost && random() < 0.4 ? 1 : 0];
      add(made.places, [isPost ? 'post' : pick(PLACES as [string, ...string[]])], values);
      if (isPost) add(made.posts, [postId], values);
      if (random() < 0.5) add(made.referrers, [postId, host(random)], [1]);
      if (random() < 0.05) add(made.searches, [words(random), random() < 0.6 ? 1 : 0], [1]);
      if (random() < 0.05) add(made.missing, [path(random), random() < 0.5 ? host(random) : ''], [1]);
    }
    return made;
  };
}
