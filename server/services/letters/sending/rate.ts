const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How many letters may go out, at most. */
export interface RateLimits {
  perMinute: number;
  perHour: number;
}

export interface Rate {
  /** A letter went out at this time, in milliseconds since 1970. */
  note(at: number): void;
  /** Milliseconds until one more may go out; 0 for now. */
  wait(now: number, limits: RateLimits): number;
}

/** Counts letters in the last minute and the last hour. `sent` are the times of those that went out before. */
export function createRate(sent: readonly number[] = []): Rate {
  let times = [...sent];
  const waitFor = (now: number, limit: number, span: number): number => {
    const first = times[times.length - limit];
    return first === undefined || first <= now - span ? 0 : first + span - now;
  };
  return {
    note(at) {
      times.push(at);
    },
    wait(now, { perMinute, perHour }) {
      // What was sent after now was sent before the clock was set back: when, it does not say.
      if ((times.at(-1) ?? 0) > now) times = times.filter((time) => time <= now);
      if (times.length > 2 * perHour) times = times.slice(-perHour);
      return Math.max(waitFor(now, perMinute, MINUTE), waitFor(now, perHour, HOUR));
    },
  };
}
