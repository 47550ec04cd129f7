const written =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(?:([Zz]|UTC|GMT)|([+-])(\d{1,2}):?(\d{2})?)?)?$/;

/**
 * A date as front matter writes it (date only, or with time and zone; without a zone it is UTC) in milliseconds since
 * 1970; null when it is none. "2014-03-12", "2014-03-12 09:00:00 -4", "2014-03-12T10:14:29-04:00".
 */
export function readDate(text: string): number | null {
  const match = written.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', , sign, zoneHour, zoneMinute] =
    match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const time = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const read = new Date(time);
  // 30 February would become 2 March.
  const isReal = read.getUTCMonth() === mo - 1 && read.getUTCDate() === d && read.getUTCHours() === h;
  if (!isReal || mi > 59 || s > 59 || y < 1000) return null;
  const zone = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute ?? 0));
  return time - zone * 60_000;
}

const PREFIX = /^(\d{4}-\d{1,2}-\d{1,2})[-_]/;

/** The date a file's name begins with ("2014-03-12-coming-soon.md") and the name without it. */
export function splitDatedName(name: string): { date: number | null; rest: string } {
  const prefix = PREFIX.exec(name);
  const date = prefix ? readDate(prefix[1] ?? '') : null;
  return date === null || !prefix ? { date: null, rest: name } : { date, rest: name.slice(prefix[0].length) };
}
