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

/** 'MMMM dd, yyyy' in UTC: "July 09, 2025". Takes an ISO 8601 date; what is none gives "". */
export function formatLongDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ''
    : `${MONTHS[date.getUTCMonth()]} ${twoDigits(date.getUTCDate())}, ${date.getUTCFullYear()}`;
}

/** 'MMM dd' in UTC: "Jul 09". Takes an ISO 8601 date; what is none gives "". */
export function formatShortDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ''
    : `${MONTHS[date.getUTCMonth()]?.slice(0, 3)} ${twoDigits(date.getUTCDate())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
