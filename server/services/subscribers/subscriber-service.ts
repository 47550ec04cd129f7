import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Page } from '#server/repositories/paging.ts';
import {
  followersByTopic,
  listPending,
  listSubscribers,
  subscriberById,
  subscribersAfter,
  withNames,
} from '#server/repositories/subscribers/list.ts';
import { deletePending, findPendingByEmail } from '#server/repositories/subscribers/pending-subscriptions.ts';
import { changesByMonth, countSubscribers } from '#server/repositories/subscribers/subscriber-figures.ts';
import {
  endSubscription,
  findSubscriber,
  findSubscriberByEmail,
  type SubscriberRow,
} from '#server/repositories/subscribers/subscribers.ts';
import { findSuppression, suppressAddress } from '#server/repositories/subscribers/suppressed.ts';
import type { AnswerOf, QueryOf } from '#shared/contract/endpoint.ts';
import type {
  exportSubscribers,
  getSubscriber,
  listSubscribers as listEndpoint,
  listPendingSubscriptions,
  PendingSubscription,
  Subscriber,
  SubscriberFigures,
} from '#shared/contract/letters/subscribers.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { topicText } from '#shared/kernel/topic-text.ts';
import { eraseSubscriber } from './erase.ts';

/** The number of rows that are read at a time when all are wanted. */
const PART = 500;
const MONTHS = 12;

/** The subscribers, for the owner. */
export interface SubscriberService {
  list(query: QueryOf<typeof listEndpoint>): Promise<Page<Subscriber>>;
  listPending(query: QueryOf<typeof listPendingSubscriptions>): Promise<Page<PendingSubscription>>;
  figures(): Promise<SubscriberFigures>;
  /** All stored data about a person. Throws AppError `not_found`, as do all functions below that name a person. */
  record(id: number): Promise<AnswerOf<typeof getSubscriber>>;
  csv(): Promise<AnswerOf<typeof exportSubscribers>>;
  end(id: number): Promise<Subscriber>;
  erase(id: number): Promise<void>;
  forgetPending(id: number): Promise<void>;
  /** Nothing is sent to the address any more, and its subscription ends. */
  suppress(email: string, reason: 'bounced' | 'complained'): Promise<void>;
}

interface SubscriberOptions {
  db: Executor;
  clock: Clock;
  /** Whether a mail server is set. */
  canMail: boolean;
}

export function createSubscriberService({ db, clock, canMail }: SubscriberOptions): SubscriberService {
  return {
    list: (query) => listSubscribers(db, query),
    listPending: (query) => listPending(db, query),
    async figures() {
      const counts = await countSubscribers(db);
      const { total: pending } = await listPending(db, { limit: 1 });
      return {
        ...counts,
        pending,
        canMail,
        topics: await followersByTopic(db),
        months: await growth(db, counts, clock.now()),
      };
    },
    async record(id) {
      const known = await subscriberById(db, id);
      if (!known) throw new AppError('not_found');
      const pending = await findPendingByEmail(db, known.email);
      return {
        ...known,
        suppressed: await findSuppression(db, known.email),
        pending: pending && (await withNames(db, pending)),
      };
    },
    async csv() {
      const all: Subscriber[] = [];
      for (let after = 0; ; after = all.at(-1)?.id ?? 0) {
        const part = await subscribersAfter(db, after, PART);
        all.push(...part);
        if (part.length < PART) break;
      }
      return {
        fileName: `subscribers-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
        csv: subscribersCsv(all),
      };
    },
    async end(id) {
      await endSubscription(db, id, clock.now());
      const subscriber = await subscriberById(db, id);
      if (!subscriber) throw new AppError('not_found');
      return subscriber;
    },
    erase: (id) => atomically(db, async (trx) => eraseSubscriber(trx, await requireRow(trx, id), clock.now())),
    async forgetPending(id) {
      if (!(await deletePending(db, id))) throw new AppError('not_found');
    },
    suppress: (email, reason) =>
      atomically(db, async (trx) => {
        const row = await findSubscriberByEmail(trx, email);
        if (row) await endSubscription(trx, row.id, clock.now());
        await suppressAddress(trx, email, reason, clock.now());
      }),
  };
}

async function requireRow(trx: Executor, id: number): Promise<SubscriberRow> {
  const row = await findSubscriber(trx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The growth to today's number of subscribers, month by month; counted back from today, in UTC. */
async function growth(db: Executor, { following }: { following: number }, now: number) {
  const today = new Date(now);
  const firstOf = (back: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back);
  const { begun, ended } = await changesByMonth(db, firstOf(MONTHS - 1));
  let after = following;
  const months = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const month = new Date(firstOf(back)).toISOString().slice(0, 7);
    const counts = { month, begun: begun.get(month) ?? 0, ended: ended.get(month) ?? 0, following: after };
    after = Math.max(0, after - counts.begun + counts.ended);
    months.push(counts);
  }
  return months.reverse();
}

const CSV_HEAD = ['email', 'name', 'state', 'follows', 'since', 'ended', 'source'];

/** Subscribers as a table (RFC 4180), with a line of column names. */
function subscribersCsv(subscribers: readonly Subscriber[]): string {
  const rows = subscribers.map((one) => [
    one.email,
    one.name ?? '',
    one.state,
    one.topics.map((topic) => (topic.kind === 'site' ? topicText(topic) : `${topic.kind}: ${topic.name}`)).join('; '),
    one.createdAt,
    one.endedAt ?? '',
    one.source,
  ]);
  return [CSV_HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet takes a cell that begins with one of these characters for a formula: an address must not become one.
 */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
