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
/** How long the answer of a call that must happen once is kept. */
const KEY_RETENTION = 30 * 24 * HOUR;

/** How long the server itself can restore a deleted workspace document. */
const DOCUMENT_RETENTION = 90 * 24 * HOUR;

/** How long an event is kept after every listener has processed it. */
const EVENT_RETENTION = 30 * 24 * HOUR;

/** How long the recipients of a letter are kept, with the mail server's answers about them. */
const RECIPIENT_RETENTION = 90 * 24 * HOUR;

/** How long a webhook's messages are kept after they are done. */
const MESSAGE_RETENTION = 7 * 24 * HOUR;

/**
 * Deletes data that nobody can use any more: expired sessions, old keys, events and messages, unconfirmed addresses,
 * workspace documents 90 days after their deletion.
 */
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

/**
 * The number of entries of History, or of rows of the statistics, that are deleted at once; readers are served in
 * between.
 */
const AT_ONCE = 500;

/** Deletes the expired entries of History. */
async function forgetOldHistory(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetHistory(db, now - BIN_KEEPS, AT_ONCE)) === AT_ONCE) await turn();
}

/** Deletes the recipients of old letters. */
async function forgetOldRecipients(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetRecipients(db, now - RECIPIENT_RETENTION, AT_ONCE)) === AT_ONCE) await turn();
}

/** Deletes the statistics of days for which the sums of the months are enough. */
async function forgetOldDays(db: Executor, now: number, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await forgetStatisticsDays(db, dayOf(now) - RETENTION_DAYS, AT_ONCE))) await turn();
}

/** Deletes places in the order of posts' changes for which no copy asks any more. */
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

/**
 * Sweeps, and empties the bins, now and every hour. Returns the function that ends it, after the post or picture under
 * way.
 */
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
