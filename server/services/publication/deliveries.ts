import type { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addViews } from '#server/repositories/posts/posts.ts';
import { knownDeliveries, noteDelivery } from '#server/repositories/publication/deliveries.ts';
import { addStatistics } from '#server/repositories/statistics/add-statistics.ts';
import type { ContactService } from '#server/services/contact.ts';
import type { PostService } from '#server/services/posts/posts.ts';
import type { Reader } from '#server/services/statistics/counting.ts';
import type { LateCounts, StatisticsRecorder } from '#server/services/statistics/recorder.ts';
import type { Invitations } from '#server/services/subscribers/invitations.ts';
import type { ViewCounter } from '#server/services/view-counts.ts';
import {
  type DeliveryAnswer,
  type DeliveryKind,
  type delivery,
  deliveryBodies,
} from '#shared/contract/reader-deliveries.ts';
import type { PageKind } from '#shared/contract/statistics.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** A delivery in the form of the call. */
type Given = z.output<typeof delivery>;
type BodyOf<K extends DeliveryKind> = z.output<(typeof deliveryBodies)[K]>;
/** A delivery after its body was read. */
type Parsed = { [K in DeliveryKind]: { given: Given; at: number; kind: K; body: BodyOf<K> } }[DeliveryKind];

/**
 * Accepts what reader instances have received from their visitors, each delivery once (docs/rules.md, "Published
 * readers").
 */
export interface ReaderDeliveries {
  /**
   * Returns an answer for each delivery, in order. A delivery with the answer `taken` is stored. Never rejects because
   * of a single delivery.
   */
  take(deliveries: readonly Given[]): Promise<DeliveryAnswer[]>;
}

interface DeliveryOptions {
  db: Executor;
  clock: Clock;
  posts: Pick<PostService, 'isLive'>;
  views: Pick<ViewCounter, 'late'>;
  /** Called when readings of the posts with these slugs were stored. */
  onViews: (slugs: readonly string[]) => void;
  counting: Pick<StatisticsRecorder, 'late'>;
  /** The kind of page to which the first part of an address belongs. */
  pageKind: (first: string) => PageKind | undefined;
  contact: Pick<ContactService, 'receive'>;
  invitations: Pick<Invitations, 'ask'>;
  onError: (error: unknown) => void;
}

/** Milliseconds. A delivery with an older time comes from a wrong clock. */
const OLDEST = 30 * 24 * 60 * 60_000;

export function createReaderDeliveries(options: DeliveryOptions): ReaderDeliveries {
  const { db, clock, onError } = options;
  let before: Promise<unknown> = Promise.resolve();

  const take = async (deliveries: readonly Given[]) => {
    const known = await knownDeliveries(
      db,
      deliveries.map(({ id }) => id),
    );
    const answers = new Map<string, DeliveryAnswer>();
    const counted: Parsed[] = [];
    for (const given of deliveries) {
      const { id } = given;
      // A delivery that occurs twice in one call is answered by its first occurrence.
      if (answers.has(id) || counted.some((each) => each.given.id === id)) continue;
      const parsed = known.has(id) ? null : parse(given, clock.now());
      if (known.has(id)) answers.set(id, { id, outcome: 'taken' });
      else if (!parsed) answers.set(id, { id, outcome: 'refused', reason: 'Not as it is sent, or of a newer program' });
      else if (parsed.kind === 'contact' || parsed.kind === 'subscription')
        answers.set(id, await answerFor(id, () => write(options, parsed), onError));
      else counted.push(parsed);
    }
    for (const answer of await count(options, counted)) answers.set(answer.id, answer);
    return deliveries.flatMap(({ id }) => answers.get(id) ?? []);
  };
  return {
    take(deliveries) {
      // One call after the other, because two readers may bring the same delivery.
      const turn = before.then(() => take(deliveries));
      before = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Null for a kind that this program does not know, and for a body that does not match its kind. */
function parse(given: Given, now: number): Parsed | null {
  if (!Object.hasOwn(deliveryBodies, given.kind)) return null;
  const kind = given.kind as DeliveryKind;
  const read = deliveryBodies[kind].safeParse(given.body);
  // No delivery is from the future, whatever a reader's clock says.
  const at = Math.min(Math.max(Date.parse(given.takenAt), now - OLDEST), now);
  return read.success ? ({ given, at, kind, body: read.data } as Parsed) : null;
}

async function answerFor(
  id: string,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<DeliveryAnswer> {
  try {
    await work();
    return { id, outcome: 'taken' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input')
      return { id, outcome: 'refused', reason: error.message };
    if (!(error instanceof AppError)) onError(error);
    const reason = error instanceof AppError ? error.message : 'It could not be stored';
    return { id, outcome: 'later', reason };
  }
}

/** Stores a message or a request for letters in one transaction with the note that the delivery is taken. */
async function write(
  { contact, invitations, clock }: DeliveryOptions,
  { given, at, kind, body }: Extract<Parsed, { kind: 'contact' | 'subscription' }>,
): Promise<void> {
  const isFirst = (trx: Executor) => noteDelivery(trx, given, clock.now());
  if (kind === 'contact') return contact.receive(body, { at, isFirst });
  const { website, ...fields } = body;
  await invitations.ask({ ...fields, isProgram: Boolean(website) }, given.visitor.network, isFirst);
}

/** Counts deliveries, and stores the counts in one transaction with the notes that they are taken. */
async function count(options: DeliveryOptions, counted: readonly Parsed[]): Promise<DeliveryAnswer[]> {
  if (counted.length === 0) return [];
  const { db, clock, views, counting, posts, onViews, onError } = options;
  const late = { views: views.late(), statistics: counting.late() };
  const answerAll = (outcome: DeliveryAnswer['outcome'], reason?: string) =>
    counted.map(({ given }) => ({ id: given.id, outcome, ...(reason && { reason }) }));
  try {
    const live = new Set<number>();
    for (const { kind, body } of counted)
      if (kind === 'view' && (await posts.isLive(body.postId))) live.add(body.postId);
    for (const each of counted) countOne(each, { ...late, live, pageKind: options.pageKind });
    const [readings, sums] = [late.views.readings(), late.statistics.sums()];
    const slugs = await inTransaction(db, async (trx) => {
      for (const { given } of counted) await noteDelivery(trx, given, clock.now());
      await addStatistics(trx, sums);
      return addViews(trx, readings);
    });
    onViews(slugs);
    return answerAll('taken');
  } catch (error) {
    late.views.takeBack();
    late.statistics.takeBack();
    onError(error);
    return answerAll('later', 'It could not be stored');
  }
}

interface Late {
  views: ReturnType<ViewCounter['late']>;
  statistics: LateCounts;
  live: ReadonlySet<number>;
  pageKind: DeliveryOptions['pageKind'];
}

function countOne({ given, at, kind, body }: Parsed, { views, statistics, live, pageKind }: Late): void {
  const reader: Reader = { ...given.visitor, isOwner: false };
  const counting = statistics.at(at);
  // A post that was taken down meanwhile is not counted, as a reading of it would not be.
  if (kind === 'view' && live.has(body.postId)) {
    views.count(body.postId, reader, at);
    counting.postRead(reader, { postId: body.postId, from: body.from });
  }
  if (kind === 'end') counting.postReadToEnd(reader, body.postId);
  if (kind === 'page') {
    const page = pageKind(body.page);
    if (page) counting.pageOpened(reader, { page, from: body.from });
  }
  if (kind === 'search') counting.searched(reader, body);
  if (kind === 'missing') counting.missed(reader, { ...body, referrer: body.referrer });
}
