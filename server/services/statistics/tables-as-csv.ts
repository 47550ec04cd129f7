import { MOST_READ_POSTS, type StatisticsAsked, type StatisticsTable } from '#shared/contract/statistics.ts';
import type { StatisticsService } from './statistics.ts';

/** A table of the statistics as CSV, with the column names on the first line. Days and months are in UTC. */
export async function statisticsTable(
  statistics: StatisticsService,
  table: StatisticsTable,
  asked: StatisticsAsked,
): Promise<string> {
  switch (table) {
    case 'readings':
    case 'devices':
    case 'pages':
      return readingTable(table, await statistics.readings(asked));
    case 'posts': {
      const posts = await statistics.posts(asked, MOST_READ_POSTS);
      const rows = posts.map(({ title, slug, readings, before, ends }) => [title, slug, readings, before, ends]);
      return csvOf(['title', 'slug', 'readings', 'readings_before', 'read_to_end'], rows);
    }
    case 'referrers': {
      const { hosts, unnamed } = await statistics.referrers(asked);
      const rows = hosts.map(({ host, readings, before }) => [host ?? '(others)', readings, before]);
      return csvOf(['site', 'readings', 'readings_before'], [...rows, ['(none named)', unnamed, null]]);
    }
    case 'categories':
    case 'tags':
      return nicheTable(table, await statistics.niches(asked.range));
    case 'searches-missed':
    case 'searches-found': {
      const { missed, found } = await statistics.searches(asked.range);
      const rows = table === 'searches-missed' ? missed : found;
      const cells = rows.map(({ words, asked: times, last }) => [words ?? '(others)', times, last]);
      return csvOf(['words', 'asked', 'last_day'], cells);
    }
    case 'missing': {
      const rows = (await statistics.missing(asked.range)).map(
        ({ kind, path, asked: times, ownAsked, hosts, last }) => {
          return [kind === 'page' ? path : `(${kind})`, times, ownAsked, hosts.join(' '), last];
        },
      );
      return csvOf(['address', 'asked', 'asked_from_own_pages', 'sites', 'last_day'], rows);
    }
    case 'followers': {
      const { times } = await statistics.followers(asked.range);
      const rows = times.map(({ at, joined, left, total, mails }) => [at, joined, left, total, mails]);
      return csvOf(['time_utc', 'joined', 'left', 'total', 'mails_sent'], rows);
    }
  }
}

type Readings = Awaited<ReturnType<StatisticsService['readings']>>;

function readingTable(table: 'readings' | 'devices' | 'pages', { times, total, pages }: Readings): string {
  if (table === 'pages') {
    const rows = pages.map(({ page, readings }) => [page, readings]);
    return csvOf(['page', 'readings'], rows);
  }
  if (table === 'devices') {
    const { phones, tablets, computers } = total;
    return csvOf(
      ['device', 'readings'],
      [
        ['phones', phones],
        ['tablets', tablets],
        ['computers', computers],
      ],
    );
  }
  const rows = times.map(({ at, readings, ends, before }) => [at, readings, ends, before]);
  return csvOf(['time_utc', 'readings', 'read_to_end', 'readings_before'], rows);
}

type Niches = Awaited<ReturnType<StatisticsService['niches']>>;

function nicheTable(table: 'categories' | 'tags', { categories, tags, unfiled }: Niches): string {
  if (table === 'tags') {
    const rows = tags.map(({ name, readings, before, ends }) => [name, readings, before, ends]);
    return csvOf(['tag', 'readings', 'readings_before', 'read_to_end'], rows);
  }
  const rows = categories.map(({ name, readings, before, ends, posts, drafts, calls, costUsd }) => {
    return [name, readings, before, ends, posts, drafts, calls, costUsd];
  });
  return csvOf(
    ['category', 'readings', 'readings_before', 'read_to_end', 'posts', 'drafts', 'ai_calls', 'ai_cost_usd'],
    [...rows, ['(none)', null, null, null, null, null, unfiled.calls, unfiled.costUsd]],
  );
}

type Cell = string | number | null;

/** The lines of a table in the form of RFC 4180; a spreadsheet program cannot take any cell for a formula. */
function csvOf(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // The words may have been chosen by anyone who searches or links.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
