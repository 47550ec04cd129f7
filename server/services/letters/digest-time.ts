/** When a digest goes out: the hour of a day of the week (0 for Sunday) on the clocks of a time zone. */
export interface DigestTime {
  digestDay: number;
  digestHour: number;
  timeZone: string;
}

/** Every offset of the time zones there are is a multiple of it. */
const STEP = 15 * 60_000;
const WEEK = 7 * 24 * 60 * 60_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * The first time after `after` at which the clocks there show the day and hour; where they are set forward over that hour,
 * the first time behind it. Milliseconds since 1970.
 */
export function nextDigestTime({ digestDay, digestHour, timeZone }: DigestTime, after: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const isBehind = (time: number) => {
    const parts = format.formatToParts(time);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return WEEKDAYS.indexOf(of('weekday')) === digestDay && Number(of('hour')) >= digestHour;
  };
  let wasBehind = isBehind(after);
  const first = (Math.floor(after / STEP) + 1) * STEP;
  for (let time = first; time <= after + WEEK + 2 * STEP; time += STEP) {
    const behind = isBehind(time);
    if (behind && !wasBehind) return time;
    wasBehind = behind;
  }
  // A day that a time zone left out (Samoa, 30 December 2011).
  return after + WEEK;
}
