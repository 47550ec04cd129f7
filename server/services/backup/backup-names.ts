const NAME = /^ninefold-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar$/;

/**
 * A time in a form that file names may have on every system: "2026-11-20T16-58-18Z". `now` in milliseconds since 1970.
 */
export function timeInName(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The name of a backup made at this time, unless a name is given. */
export function backupName(now: number): string {
  return `ninefold-${timeInName(now)}.tar`;
}

/** The time at which a backup of this name was made, in milliseconds since 1970; null for a file with another name. */
export function timeOfName(name: string): number | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
