import {
  addDays,
  addMonths,
  differenceInCalendarDays,
  endOfMonth,
  endOfWeek,
  format,
  isValid,
  parse,
  startOfMonth,
  startOfWeek,
} from 'date-fns';

// A day is a day of the owner, by the clock of this computer: "2026-11-23". It has 23 or 25 hours when clocks change.

export type View = 'month' | 'week';
/** 0 is Sunday, as everywhere in JavaScript. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const DAY = 'yyyy-MM-dd';
/** In days, on average. */
const YEAR = 365.2425;
const MONTH = YEAR / 12;
export const dayOf = (date: Date | string | number): string => format(new Date(date), DAY);
export const dateOf = (day: string): Date => parse(day, DAY, 0);
/** Whether a text is a day with a year of four digits; the calendar can move to and from all such days. */
export const isDay = (text: string): boolean => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isValid(dateOf(text));

/** How browsers give the first day of the week: older ones by a property, some not at all. */
interface WeekInfo {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** Returns the first day of the week for a language; Monday when the browser does not know it. */
export function weekStartOf(language: string): Weekday {
  try {
    const locale: Intl.Locale & WeekInfo = new Intl.Locale(language);
    const info = locale.getWeekInfo?.() ?? locale.weekInfo;
    return ((info?.firstDay ?? 1) % 7) as Weekday;
  } catch {
    return 1;
  }
}

/** Returns the days that are shown together with this day: its week, or its month in whole weeks. */
export function shownDays(view: View, day: string, weekStartsOn: Weekday): string[] {
  const date = dateOf(day);
  const first = startOfWeek(view === 'month' ? startOfMonth(date) : date, { weekStartsOn });
  const last = endOfWeek(view === 'month' ? endOfMonth(date) : date, { weekStartsOn });
  return Array.from({ length: differenceInCalendarDays(last, first) + 1 }, (_, index) => dayOf(addDays(first, index)));
}

/**
 * Returns the span from the first moment of the first day to the first moment after the last day, as dates of the
 * contract.
 */
export function spanOf(days: readonly string[]): { from: string; to: string } {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return { from: dateOf(first).toISOString(), to: addDays(dateOf(last), 1).toISOString() };
}

export const dayAfter = (day: string, days: number): string => dayOf(addDays(dateOf(day), days));
/** Returns the same day of another month, or the last day of a shorter month. */
export const monthAfter = (day: string, months: number): string => dayOf(addMonths(dateOf(day), months));

/** Returns the day some months or weeks later, or earlier. */
export function otherSpan(view: View, day: string, by: number): string {
  return view === 'month' ? monthAfter(day, by) : dayAfter(day, 7 * by);
}

/** Returns the calendar days from one moment to another: 1 from a minute before midnight to a minute after it. */
export const daysBetween = (from: number, to: string): number => differenceInCalendarDays(new Date(to), from);

/**
 * Returns "today", "in 3 days", "12 days ago"; a long distance is given in months or years, which are easier to
 * imagine.
 */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  const size = Math.abs(days);
  if (size === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const distance = distanceOf(size);
  return days > 0 ? `in ${distance}` : `${distance} ago`;
}

function distanceOf(days: number): string {
  if (days < 2 * MONTH) return `${days} days`;
  if (days < 2 * YEAR) return `${Math.round(days / MONTH)} months`;
  return `${Math.round(days / YEAR).toLocaleString('en-US')} years`;
}

export const timeOfDay = (iso: string): string => format(new Date(iso), 'HH:mm');

/**
 * Returns the moment of a day at the time of day of `of`, which is a date of the contract or a time such as "09:30". A
 * time that the day lacks, because clocks go forward, becomes an hour later.
 */
export function onDay(day: string, of: string): string {
  const at = dateOf(day);
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(of) ?? [];
  if (hours === undefined) {
    const time = new Date(of);
    at.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds());
  } else at.setHours(Number(hours), Number(minutes));
  return at.toISOString();
}

/** "Tuesday 24 November". */
export const longDay = (day: string): string => format(dateOf(day), 'EEEE d MMMM');

/** "November 2026", "23 – 29 November 2026". */
export function spanTitle(view: View, day: string, days: readonly string[]): string {
  if (view === 'month') return format(dateOf(day), 'MMMM yyyy');
  const [first = day, last = day] = [days[0], days.at(-1)];
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const begin = format(dateOf(first), isOneMonth ? 'd' : isOneYear ? 'd MMMM' : 'd MMMM yyyy');
  return `${begin} – ${format(dateOf(last), 'd MMMM yyyy')}`;
}
