import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { sweepPasswordResets } from '#server/repositories/accounts/password-resets.ts';
import { forgetAiAnswers } from '#server/repositories/ai-calls.ts';
import { forgetEvents } from '#server/repositories/event-log.ts';
import { forgetHistory } from '#server/repositories/history/history.ts';
import { sweepOnceKeys } from '#server/repositories/idempotency-keys.ts';
import { forgetRecipients } from '#server/repositories/letters/recipients.ts';
import { forgetPlaces } from '#server/repositories/posts/post-changes.ts';
import { forgetReadings } from '#server/repositories/posts/second-readings.ts';
import { forgetReaderDeliveries } from '#server/repositories/publication/deliveries.ts';
import { sweepSessions } from '#server/repositories/sessions.ts';
import { forgetStatisticsDays } from '#server/repositories/statistics/forget-statistics.ts';
import { sweepPending } from '#server/repositories/subscribers/pending-subscriptions.ts';
import { forgetDeliveries } from '#server/repositories/webhook-deliveries.ts';
import { forgetDeleted } from '#server/repositories/workspace-documents.ts';
import type { AuditService } from '#server/services/audit/index.ts';
import type { ImageService } from '#server/services/images.ts';
import type { LongWrites } from '#server/services/long-writes.ts';
import { RETENTION_DAYS } from '#server/services/statistics/periods.ts';
import { CONFIRMED_WITHIN } from '#server/services/subscribers/invitations.ts';
import { BIN_KEEPS } from '#shared/kernel/bin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';
import { emptyBin } from './empty-bin.ts';

const HOUR = 60 * 60 * 1000;
/** How long a call that was made once is remembered. */
const KEY_RETENTION = 30 * 24 * HOUR;

/** How long the server can bring back a deleted workspace document by itself. */
const DOCUMENT_RETENTION = 90 * 24 * HOUR;

/** How long an event is kept after every listener has taken it in. */
const EVENT_RETENTION = 30 * 24 * HOUR;

/** How long it is known who got a letter, and what the mail server said of them. */
const RECIPIENT_RETENTION = 90 * 24 * HOUR;

/** How long it is shown what became of a webhook's messages. */
const MESSAGE_RETENTION = 7 * 24 * HOUR;

/** Deletes what nobody can use any more: sessions past their time, old keys, events and messages, addresses nobody has confirmed, workspace documents 90 days after their deletion. */
export async function sweep(db: Executor, now: number): Promise<void> {
  await sweepSessions(db, now);
  await sweepOnceKeys(db, now - KEY_RETENTION);
  await forgetReaderDeliveries(db, now - KEY_RETENTION);
  await forgetAiAnswers(db, now - KEY_RETENTION);
  await forgetReadings(db, now - DOCUMENT_RETENTION);
  await forgetEvents(db, now - EVENT_RETENTION);
  await forgetDeliveries(db, now - MESSAGE_RETENTION);
  await forgetDeleted(db, now - DOCUMENT_RETENTION);
  await sweepPending(db, now - CONFIRMED_WITHIN);
  await sweepPasswordResets(db, now);
}

/** Entries of History, and rows of the statistics, that are forgotten at once; readers come between. */
const AT_ONCE = 500;

/** Forgets what is no longer in History. */
async function forgetOldHistory(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetHistory(db, now - BIN_KEEPS, AT_ONCE)) === AT_ONCE) await turn();
}

/** Forgets who got the letters of long ago. */
async function forgetOldRecipients(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetRecipients(db, now - RECIPIENT_RETENTION, AT_ONCE)) === AT_ONCE) await turn();
}

/** Forgets the days of the statistics of which the months are enough. */
async function forgetOldDays(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetStatisticsDays(db, dayOf(now) - RETENTION_DAYS, AT_ONCE))) await turn();
}

/** Forgets places in the order of posts' changes that no copy asks for any more. */
async function forgetOldPlaces(db: Executor, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetPlaces(db, AT_ONCE)) === AT_ONCE) await turn();
}

interface SweepOptions {
  db: Executor;
  clock: Clock;
  longWrites: LongWrites;
  images: Pick<ImageService, 'emptyBin'>;
  audit: Pick<AuditService, 'sweep'>;
  onError: (error: unknown) => void;
}

/** Sweeps, and empties the bins, now and every hour. Gives the function that ends it, after the post or picture under way. */
export function sweepHourly({ db, clock, longWrites, images, audit, onError }: SweepOptions): () => Promise<void> {
  let isStopped = false;
  const run = async () => {
    try {
      await sweep(db, clock.now());
      await emptyBin({ db, longWrites, isStopped: () => isStopped }, clock.now());
      await forgetOldHistory(db, clock.now(), () => isStopped);
      await forgetOldRecipients(db, clock.now(), () => isStopped);
      await forgetOldDays(db, clock.now(), () => isStopped);
      await forgetOldPlaces(db, () => isStopped);
      await audit.sweep(() => isStopped);
      await images.emptyBin({ before: clock.now() - BIN_KEEPS, isStopped: () => isStopped });
    } catch (error) {
      onError(error);
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = run();
  }, HOUR);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
