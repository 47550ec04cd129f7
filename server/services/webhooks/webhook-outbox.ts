import type { PostOutside } from '#server/adapters/post-outside.ts';
import type { Reach } from '#server/adapters/reach.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import { postsToTell } from '#server/repositories/posts/told-posts.ts';
import {
  getDelivery,
  nextDelivery,
  nextDue,
  noteTry,
  queueMessages,
  type StoredDelivery,
  webhooksWithDue,
} from '#server/repositories/webhook-deliveries.ts';
import { getStoredWebhook, listStoredWebhooks, switchWebhookOff } from '#server/repositories/webhooks.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { SealedKeys } from '../ai/sealed-keys.ts';
import { tryDelivery } from './try-delivery.ts';
import { hears, messageOf } from './webhook-messages.ts';

/** The longest time, in milliseconds, before due messages are looked for again. */
const LONGEST_WAIT = 60 * 60 * 1000;
/** Milliseconds before another attempt after an error of the database. */
const AFTER_FAULT = 60_000;
const GONE = 'The address answered that nobody is there any more (410).';

interface OutboxOptions {
  db: Executor;
  clock: Clock;
  timers: Timers;
  keys: SealedKeys;
  post: PostOutside;
  reach: Reach;
  siteUrl: string;
  onError: (error: unknown) => void;
}

/**
 * The messages for other programs: stored first, then sent to each webhook separately until they are accepted or a day
 * is over.
 */
export interface WebhookOutbox {
  /** Stores the messages for events; an event that comes twice makes one message. */
  record(events: readonly PostEvent[]): Promise<void>;
  /** Sends the messages that are due, in the background. */
  wake(): void;
  /** Sends one message now, even if it was sent before, and returns its state. Throws AppError `not_found`. */
  sendNow(id: number): Promise<StoredDelivery>;
  /** Aborts messages that are being sent: the next start sends them again. */
  close(): Promise<void>;
}

export function createWebhookOutbox(options: OutboxOptions): WebhookOutbox {
  const { db, clock, timers, siteUrl, onError } = options;
  const stopped = new AbortController();
  /** The running work, by webhook: one message after the other, so that a slow webhook does not hold up another. */
  const running = new Map<number, Promise<void>>();
  const sending = new Map<number, Promise<void>>();
  const sendOnce = createSending({ ...options, signal: stopped.signal }, sending);
  const failed = (error: unknown) => {
    if (stopped.signal.aborted) return;
    onError(error);
    lookAfter(AFTER_FAULT);
  };
  const run = async (webhookId: number) => {
    while (!stopped.signal.aborted) {
      const delivery = await nextDelivery(db, webhookId, clock.now());
      if (!delivery) return;
      await sendOnce(delivery, false);
    }
  };
  const look = async () => {
    for (const id of await webhooksWithDue(db, clock.now())) {
      if (running.has(id) || stopped.signal.aborted) continue;
      const done = run(id).then(
        () => {
          running.delete(id);
          // Looks for messages that were added while the last one was being sent.
          looking.wake();
        },
        (error: unknown) => {
          running.delete(id);
          failed(error);
        },
      );
      running.set(id, done);
    }
    const due = await nextDue(db);
    if (due !== null && Date.parse(due) > clock.now()) lookAfter(Date.parse(due) - clock.now());
  };
  const alarm = createAlarm(timers, () => looking.wake());
  function lookAfter(milliseconds: number) {
    alarm.callOff();
    if (!stopped.signal.aborted) alarm.set(Math.min(milliseconds, LONGEST_WAIT));
  }
  const looking = createLooking({ look, failed, isOver: () => stopped.signal.aborted });

  return {
    record: (events) => queueEvents({ db, clock, siteUrl }, events),
    wake: looking.wake,
    async sendNow(id) {
      await sendOnce(await getDelivery(db, id), true);
      return getDelivery(db, id);
    },
    async close() {
      stopped.abort();
      alarm.callOff();
      await looking.done();
      await Promise.allSettled([...running.values(), ...sending.values()]);
    },
  };
}

interface LookingOptions {
  look: () => Promise<void>;
  failed: (error: unknown) => void;
  isOver: () => boolean;
}

/** Looks on request, one look at a time, and again if it is requested meanwhile. */
function createLooking({ look, failed, isOver }: LookingOptions) {
  let underWay: Promise<void> | null = null;
  let isAsked = false;
  const lookWhileAsked = async () => {
    while (isAsked && !isOver()) {
      isAsked = false;
      await look();
    }
  };
  function wake(): void {
    if (isOver()) return;
    isAsked = true;
    underWay ??= lookWhileAsked()
      .catch(failed)
      .finally(() => {
        underWay = null;
        if (isAsked) wake();
      });
  }
  return { wake, done: async () => await underWay };
}

/** Schedules a single later call. */
function createAlarm(timers: Timers, run: () => void) {
  let callOff: (() => void) | null = null;
  return {
    callOff: () => callOff?.(),
    set(milliseconds: number) {
      callOff = timers.after(milliseconds, run);
    },
  };
}

/**
 * Sends a message to its webhook and records the outcome. A message is sent only once at a time; `sending` has the
 * messages that are being sent.
 */
function createSending(
  {
    db,
    clock,
    keys,
    post,
    reach,
    signal,
  }: Omit<OutboxOptions, 'timers' | 'siteUrl' | 'onError'> & { signal: AbortSignal },
  sending: Map<number, Promise<void>>,
) {
  const send = async (delivery: StoredDelivery, isByHand: boolean) => {
    const webhook = await getStoredWebhook(db, delivery.webhookId);
    // The receiver must not know of a post that a power cut takes back.
    await flushed(db);
    const trying = { post, keys, reach, signal, now: clock.now };
    const { isGone, ...tried } = await tryDelivery(trying, { webhook, delivery, isByHand });
    await noteTry(db, delivery.id, tried, clock.now());
    if (isGone) await switchWebhookOff(db, webhook.id, GONE);
  };
  return (delivery: StoredDelivery, isByHand: boolean): Promise<void> => {
    const underWay = sending.get(delivery.id);
    if (underWay) return underWay;
    const sent = send(delivery, isByHand).finally(() => sending.delete(delivery.id));
    sending.set(delivery.id, sent);
    return sent;
  };
}

/** Stores the messages for events, for each webhook that receives them. */
async function queueEvents(
  { db, clock, siteUrl }: Pick<OutboxOptions, 'db' | 'clock' | 'siteUrl'>,
  events: readonly PostEvent[],
): Promise<void> {
  const webhooks = (await listStoredWebhooks(db)).filter(({ isOn }) => isOn);
  if (webhooks.length === 0) return;
  const ids = [...new Set(events.map(({ postId }) => postId))];
  const posts = await postsToTell(db, ids, clock.now());
  for (const webhook of webhooks) {
    const heard = events.filter((event) => hears(webhook, event, posts.get(event.postId)));
    const messages = heard.map((event) => messageOf(event, posts.get(event.postId), siteUrl));
    await queueMessages(db, webhook.id, messages, clock.now());
  }
}
