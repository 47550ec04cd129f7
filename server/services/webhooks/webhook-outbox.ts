import type { PostOutside } from '#server/adapters/post-outside.ts';
import type { Reach } from '#server/adapters/reach.ts';
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

/** The longest wait before what is due is looked for again, in milliseconds. */
const LONGEST_WAIT = 60 * 60 * 1000;
/** Milliseconds before it is tried again what the database could not do. */
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

/** The messages for other programs: kept first, then sent to each webhook by itself until they are taken or a day is over. */
export interface WebhookOutbox {
  /** Keeps what is to be said of events; an event that comes twice is said once. */
  record(events: readonly PostEvent[]): Promise<void>;
  /** Sends what is due. Nobody waits for it. */
  wake(): void;
  /** Sends one message now, also where it was sent before, and answers what became of it. Throws AppError `not_found`. */
  sendNow(id: number): Promise<StoredDelivery>;
  /** Ends what is under way: it is sent again by the next start. */
  close(): Promise<void>;
}

export function createWebhookOutbox(options: OutboxOptions): WebhookOutbox {
  const { db, clock, timers, siteUrl, onError } = options;
  const stopped = new AbortController();
  /** What is under way, by webhook: one message after the other, so that one that is slow holds up no other webhook. */
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
          // What came while the last message was on its way.
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

/** Looks when it is asked to, once at a time, and again where it is asked meanwhile. */
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

/** One call at a later time. */
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
 * Sends a message to its webhook and writes down what became of it. A message is on its way once at a time; `sending` has
 * those that are.
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

/** Keeps what is to be said of events, for each webhook that hears of them. */
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
