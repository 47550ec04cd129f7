import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts';
import type { MessageType, WebhookEvent } from '#shared/kernel/webhook-events.ts';
import type { BadgeTone } from '#shared/ui/badge.tsx';
import { timeAgo } from '../../dates.ts';

/** What happens to posts, in the words of the owner's choice. */
export const eventWords: Record<WebhookEvent, string> = {
  'went-live': 'A post goes live',
  written: 'A post is saved',
  'taken-down': 'A post is taken down',
  gone: 'A post goes into the bin',
};

/** What a message says, in words. */
export const messageWords: Record<MessageType, string> = {
  'went-live': 'Went live',
  written: 'Saved',
  'taken-down': 'Taken down',
  gone: 'In the bin',
  test: 'Test',
};

interface State {
  tone: BadgeTone;
  words: string;
}

/** Says how a webhook is doing, in a word or two. */
export function webhookState({
  isOn,
  secret,
  lastState,
  waiting,
}: Pick<Webhook, 'isOn' | 'secret' | 'lastState' | 'waiting'>): State {
  if (secret === 'again') return { tone: 'danger', words: 'Needs a new secret' };
  if (!isOn) return { tone: 'plain', words: 'Off' };
  if (lastState === 'waiting') return { tone: 'danger', words: 'Not reached' };
  if (lastState === 'failed') return { tone: 'danger', words: 'Last message failed' };
  return waiting > 0 ? { tone: 'waiting', words: 'Sending' } : { tone: 'good', words: 'On' };
}

export const deliveryStates: Record<WebhookDelivery['state'], State> = {
  delivered: { tone: 'good', words: 'Delivered' },
  waiting: { tone: 'waiting', words: 'Waits' },
  failed: { tone: 'danger', words: 'Failed' },
};

/** Returns "Tried 3 times, last 2 minutes ago, in 40 ms. Next try in 10 minutes." */
export function triesText(
  { attempts, triedAt, duration, dueAt }: Pick<WebhookDelivery, 'attempts' | 'triedAt' | 'duration' | 'dueAt'>,
  now: number,
): string {
  const next = dueAt === null ? '' : Date.parse(dueAt) <= now ? 'It is sent now.' : `Next try ${timeAgo(dueAt, now)}.`;
  if (triedAt === null) return next;
  const count = attempts === 1 ? 'Tried once' : `Tried ${attempts} times, last`;
  const took = duration === null ? '' : `, in ${duration.toLocaleString('en')} ms`;
  return `${count} ${timeAgo(triedAt, now)}${took}. ${next}`.trim();
}

/** Returns "Goes live, saved": the events that a webhook receives. */
export function eventsText({ events, hearsDrafts }: Pick<Webhook, 'events' | 'hearsDrafts'>): string {
  const words = events.map((event) => messageWords[event].toLowerCase()).join(', ');
  return `Told of posts: ${words}${hearsDrafts ? ', drafts too' : ''}.`;
}

/** Returns a body in its most readable form; as it was sent if it is not JSON. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
