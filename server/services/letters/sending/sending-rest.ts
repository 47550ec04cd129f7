import type { LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { LONGEST_REST, restAfter } from './patience.ts';

/** Why nothing is sent just now, and until when (milliseconds since 1970). */
export interface Rest {
  reason: string;
  until: number;
}

/** The rests between tries of a mail server that takes nothing: longer with each in a row. */
export interface SendingRest {
  begin(reason: string): void;
  /** The server has taken something, or the owner wants it tried now. */
  end(): void;
  current(): Rest | null;
  /** The rest that still lasts at a time; null for none. */
  lasting(now: number): Rest | null;
}

export function createSendingRest(clock: Clock, carrier: Pick<LetterCarrier, 'rest'>): SendingRest {
  let rest: Rest | null = null;
  /** In a row. */
  let failures = 0;
  return {
    begin(reason) {
      failures += 1;
      rest = { reason, until: clock.now() + restAfter(failures) };
      carrier.rest();
    },
    end() {
      [rest, failures] = [null, 0];
    },
    current: () => rest,
    lasting(now) {
      // A clock that was set back makes no rest longer.
      if (rest && (rest.until <= now || rest.until > now + LONGEST_REST)) rest = null;
      return rest;
    },
  };
}
