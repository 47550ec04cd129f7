import { sql } from 'kysely';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { DAY_MS, monthOf } from '#shared/kernel/utc-periods.ts';
import { type DeviceClass, POST_PLACE, PROBES, type Sum } from './counted.ts';

/**
 * The most different names that are stored of one day: sites with a link, words searched for, addresses that were not
 * found. Later names are counted as "others".
 */
export const MOST_NAMES_A_DAY = { hosts: 100, words: 200, addresses: 200 } as const;

/** The name under which everything beyond the day's limit is counted. */
const OTHERS = '';

const DAY = 0;
const MONTH = 1;
type Of<What extends Sum['what']> = Extract<Sum, { what: What }>;

/** Adds sums to the days and months to which they belong: all of them, or none. */
export async function addStatistics(ex: Executor, sums: readonly Sum[]): Promise<void> {
  await atomically(ex, async (trx) => {
    const names = createDayNames(trx);
    for (const sum of sums) {
      if (sum.what === 'reading') await addReading(trx, sum, names);
      else if (sum.what === 'end') await addEnd(trx, sum);
      else if (sum.what === 'search') await addSearch(trx, sum, names);
      else await addMissing(trx, sum, names);
    }
  });
}

const periodsOf = (day: number) => [[DAY, day] as const, [MONTH, monthOf(day * DAY_MS)] as const];

/** An addition to one column; column names are never input. */
const more = (column: DeviceClass | 'ends', count: number) => {
  const name = sql.ref(column);
  return { name, update: sql`${name} = ${name} + ${count}` };
};

async function addReading(trx: Executor, { day, place, postId, device, host, count }: Of<'reading'>, names: DayNames) {
  const { name, update } = more(device, count);
  const named = host === null ? null : await names.hosts(day, host);
  for (const [unit, at] of periodsOf(day)) {
    await sql`insert into statistics_places (unit, at, place, ${name}) values (${unit}, ${at}, ${place}, ${count})
      on conflict do update set ${update}`.execute(trx);
    if (place === POST_PLACE) {
      await sql`insert into statistics_posts (unit, at, post_id, ${name}) values (${unit}, ${at}, ${postId}, ${count})
        on conflict do update set ${update}`.execute(trx);
    }
    if (named === null) continue;
    const ofPost = unit === DAY ? postId : 0;
    await sql`insert into statistics_referrers (unit, at, post_id, host, readings)
      values (${unit}, ${at}, ${ofPost}, ${named}, ${count})
      on conflict do update set readings = readings + ${count}`.execute(trx);
  }
}

async function addEnd(trx: Executor, { day, postId, count }: Of<'end'>) {
  const { update } = more('ends', count);
  for (const [unit, at] of periodsOf(day)) {
    await sql`update statistics_places set ${update}
      where unit = ${unit} and at = ${at} and place = ${POST_PLACE}`.execute(trx);
    await sql`update statistics_posts set ${update}
      where unit = ${unit} and at = ${at} and post_id = ${postId}`.execute(trx);
  }
}

async function addSearch(trx: Executor, { day, words, hasFound, count }: Of<'search'>, names: DayNames) {
  const named = await names.words(day, words);
  await sql`insert into statistics_searches (day, words, has_found, asked)
    values (${day}, ${named}, ${hasFound ? 1 : 0}, ${count})
    on conflict do update set asked = asked + ${count}`.execute(trx);
}

async function addMissing(trx: Executor, { day, path, host, count }: Of<'missing'>, names: DayNames) {
  const named = path === PROBES ? path : await names.addresses(day, path);
  // The names of sites with a link are bounded like the addresses: for other addresses, no site is stored.
  const from = named === OTHERS || named === PROBES ? '' : await names.links(day, host);
  await sql`insert into statistics_missing (day, path, host, asked) values (${day}, ${named}, ${from}, ${count})
    on conflict do update set asked = asked + ${count}`.execute(trx);
}

type Bounded = (day: number, name: string) => Promise<string>;
type DayNames = ReturnType<typeof createDayNames>;

/**
 * The name under which something is stored: its own name while the day has room for it, else {@link OTHERS}. Names
 * already stored count.
 */
function createDayNames(trx: Executor) {
  const bounded = (most: number, load: (day: number) => Promise<string[]>): Bounded => {
    const days = new Map<number, Set<string>>();
    return async (day, name) => {
      const known = days.get(day) ?? new Set(await load(day));
      days.set(day, known);
      if (!known.has(name) && known.size >= most) return OTHERS;
      known.add(name);
      return name;
    };
  };
  const listed = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(trx)).rows.map(({ name }) => name).filter((name) => name !== OTHERS && name !== PROBES);
  return {
    hosts: bounded(MOST_NAMES_A_DAY.hosts, (day) =>
      listed(sql`select distinct host as name from statistics_referrers where unit = ${DAY} and at = ${day}`),
    ),
    words: bounded(MOST_NAMES_A_DAY.words, (day) =>
      listed(sql`select distinct words as name from statistics_searches where day = ${day}`),
    ),
    addresses: bounded(MOST_NAMES_A_DAY.addresses, (day) =>
      listed(sql`select distinct path as name from statistics_missing where day = ${day}`),
    ),
    links: bounded(MOST_NAMES_A_DAY.hosts, (day) =>
      listed(sql`select distinct host as name from statistics_missing where day = ${day}`),
    ),
  };
}
