import type { PageKind, StatisticsPeriod, StatisticsRange } from '#shared/contract/statistics.ts';

/** The labels of the buttons for the ranges. */
export const rangeNames: Record<StatisticsRange, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  '5y': '5 years',
};

export const pageNames: Record<PageKind | 'post', string> = {
  post: 'Posts',
  home: 'Home page',
  category: 'Category pages',
  tag: 'Tag pages',
  author: 'Author pages',
  archive: 'Archive',
  search: 'Search',
  about: 'About',
  contact: 'Contact',
  follow: 'Follow',
  privacy: 'Privacy',
  terms: 'Terms',
  landing: 'Landing pages',
};

/** Returns "1,234". */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns "once", "2 times", "1,200 times". */
export function timesText(count: number): string {
  return count === 1 ? 'once' : `${countText(count)} times`;
}

/** Returns `count` as a part of `all`, in whole per cent; a dash if `all` is 0. */
export function shareText(count: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((count / all) * 100)} %`;
}

/**
 * From this factor on, a percentage says nothing useful any more: usually counting had only just begun in the period
 * before.
 */
const MANY_TIMES = 10;

/**
 * Says how a number has changed: "+12 %", "−3 %", "608 times as many", "as before", "new"; nothing if both numbers are
 * 0.
 */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '' : 'new';
  if (now / before >= MANY_TIMES) return `${countText(Math.round(now / before))} times as many`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return 'as before';
  return change > 0 ? `+${countText(change)} %` : `−${countText(-change)} %`;
}

/** Says what a period has brought: "+3 in this time · 12 mails sent"; a part that is 0 is left out. */
export function followersText(more: number, mails: number): string {
  const came = more === 0 ? [] : [`${more > 0 ? '+' : '−'}${countText(Math.abs(more))} in this time`];
  const sent = mails === 0 ? [] : [mails === 1 ? '1 mail sent' : `${countText(mails)} mails sent`];
  return [...came, ...sent].join(' · ');
}

/** Returns "25 Nov" for a UTC day, "Nov 2026" for a UTC month. */
export function timeName(at: string): string {
  const isMonth = at.length === 'YYYY-MM'.length;
  return new Date(isMonth ? `${at}-01` : at).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    month: 'short',
    ...(isMonth ? { year: 'numeric' } : { day: 'numeric' }),
  });
}

/** Returns "25 Nov 2026" for a UTC day. */
export function dayName(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}

/** Returns "27 Oct 2026 to 25 Nov 2026 in UTC, beside 27 Sept 2026 to 26 Oct 2026". */
export function periodText({ from, to, beforeFrom, beforeTo }: StatisticsPeriod): string {
  return `${dayName(from)} to ${dayName(to)} in UTC, beside ${dayName(beforeFrom)} to ${dayName(beforeTo)}`;
}
