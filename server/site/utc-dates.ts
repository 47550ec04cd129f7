const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats an ISO 8601 date as 'MMMM dd, yyyy' in UTC: "July 09, 2025". An invalid date gives "". */
export function formatLongDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ''
    : `${MONTHS[date.getUTCMonth()]} ${twoDigits(date.getUTCDate())}, ${date.getUTCFullYear()}`;
}

/**
 * Formats a date for lists, in UTC: as 'MMM dd' in the current year ("Jul 09"), else with its year, as
 * `formatLongDate`.
 */
export function formatListDate(iso: string, thisYear: number): string {
  const date = new Date(iso);
  if (date.getUTCFullYear() !== thisYear) return formatLongDate(iso);
  return `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${twoDigits(date.getUTCDate())}`;
}

/** Returns the name of a year ("2025") or a month ("2025-07"): "2025", "July 2025". */
export function periodName(period: string): string {
  const [year = '', month] = period.split('-');
  return month === undefined ? year : `${monthName(period)} ${year}`;
}

/** Returns the name of a month ("2025-07") without its year: "July". */
export function monthName(month: string): string {
  return MONTHS[Number(month.slice(5)) - 1] ?? '';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
