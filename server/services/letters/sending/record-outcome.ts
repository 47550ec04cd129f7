import type { Delivery } from '#server/adapters/letters/letter-carrier.ts';
import type { Executor } from '#server/db/transaction.ts';
import { setPaused } from '#server/repositories/letters/letters.ts';
import { markFailed, markSent, putOff, type Recipient } from '#server/repositories/letters/recipients.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { MOST_LOSSES, nextTryAfter, REFUSALS_IN_ROW } from './patience.ts';
import type { SendingRest } from './sending-rest.ts';

type Unreached = Extract<Delivery, { kind: 'unreachable' }>;

interface OutcomeOptions {
  db: Executor;
  clock: Clock;
  rest: SendingRest;
  /** Called with the time at which the mail server accepted a letter. */
  onTaken: (now: number) => void;
}

/** Records the outcome of a letter to one recipient, and its consequences for the following ones. */
export function createOutcomes({ db, clock, rest, onTaken }: OutcomeOptions) {
  /** The number of consecutive refusals. */
  let refusals = 0;

  async function recordUnreached(recipient: Recipient, { answer, isLost }: Unreached, now: number): Promise<void> {
    rest.begin(answer);
    const losses = recipient.losses + (isLost ? 1 : 0);
    const attempts = recipient.attempts + (isLost ? 1 : 0);
    const isEnough = isLost && attempts >= MOST_LOSSES;
    const next = { dueAt: rest.current()?.until ?? now, answer, attempts, losses };
    await (isEnough ? markFailed(db, recipient, { answer, isBounce: false, now }) : putOff(db, recipient, next));
  }

  return async (recipient: Recipient, delivery: Delivery): Promise<void> => {
    const { letterId, attempts, losses } = recipient;
    const now = clock.now();
    if (delivery.kind === 'taken') {
      onTaken(now);
      rest.end();
      refusals = 0;
      return markSent(db, recipient, now);
    }
    if (delivery.kind === 'unreachable') return recordUnreached(recipient, delivery, now);
    const { answer } = delivery;
    refusals += 1;
    const wait = delivery.kind === 'put-off' ? nextTryAfter(attempts + 1) : null;
    if (wait !== null) await putOff(db, recipient, { dueAt: now + wait, answer, attempts: attempts + 1, losses });
    else await markFailed(db, recipient, { answer, isBounce: delivery.kind === 'refused' && delivery.isBounce, now });
    if (refusals < REFUSALS_IN_ROW) return;
    refusals = 0;
    if (delivery.kind === 'put-off') rest.begin(answer);
    else await setPaused(db, [letterId], `The mail server has refused ${REFUSALS_IN_ROW} in a row. It says: ${answer}`);
  };
}
