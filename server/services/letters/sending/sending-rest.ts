import type { LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { LONGEST_REST, restAfter } from './patience.ts';

/** The reason why nothing is being sent, and the end of the pause (milliseconds since 1970). */
export interface Rest {
  reason: string;
  until: number;
}

/** The pauses between attempts when the mail server accepts nothing: longer with each consecutive failure. */
export interface SendingRest {
  begin(reason: string): void;
  /** Ends the rest: the server has accepted something, or the owner wants an attempt now. */
  end(): void;
  current(): Rest | null;
  /** The rest that is not over at this time; null for none. */
  lasting(now: number): Rest | null;
}

export function createSendingRest(clock: Clock, carrier: Pick<LetterCarrier, 'rest'>): SendingRest {
  let rest: Rest | null = null;
  /** The number of consecutive failures. */
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
      // A clock that was set back does not make a rest longer.
      if (rest && (rest.until <= now || rest.until > now + LONGEST_REST)) rest = null;
      return rest;
    },
  };
}
