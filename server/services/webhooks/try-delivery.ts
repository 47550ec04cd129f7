import type { PostOutside } from '#server/adapters/post-outside.ts';
import { guardedConnection, type Reach, type RefusedReach } from '#server/adapters/reach.ts';
import type { StoredDelivery, TriedDelivery } from '#server/repositories/webhook-deliveries.ts';
import type { StoredWebhook } from '#server/repositories/webhooks.ts';
import type { SealedKeys } from '../ai/sealed-keys.ts';
import { signedHeaders } from './sign-message.ts';
import { REFUSED_TEXTS } from './webhook-address.ts';

/** The number of bytes of a response that are read. */
const READ_UP_TO = 64 * 1024;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The pauses before a message is sent again; the first ones are short, and together they are a day. */
export const WAITS: readonly number[] = [
  ...[5000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
];
/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED = HOUR;
/** A message older than this is not sent again. */
const GIVEN_UP_AFTER = 24 * HOUR;

const NO_SECRET =
  'The secret of this webhook cannot be read by this server any more. Make a new one, and enter it where the messages arrive.';

/** The purpose for which the secret of every webhook is sealed. */
export const SEALED_FOR = 'webhook';

class RefusedAddress extends Error {
  readonly why: RefusedReach;

  constructor(why: RefusedReach) {
    super(REFUSED_TEXTS[why]);
    this.name = 'RefusedAddress';
    this.why = why;
  }
}

interface Trying {
  post: PostOutside;
  keys: SealedKeys;
  reach: Reach;
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface Tried extends TriedDelivery {
  /** Whether the receiver has said that it no longer exists. */
  isGone: boolean;
}

type Answer = Pick<TriedDelivery, 'status' | 'words'> & { isLasting: boolean; asked: number };

/**
 * Sends a message once and returns the outcome, and the time of the next attempt. `isByHand`: this attempt causes no
 * automatic retry. Rejects with the signal's reason when the server stops: then the outcome is unknown.
 */
export async function tryDelivery(
  { post, keys, reach, signal, now }: Trying,
  { webhook, delivery, isByHand }: { webhook: StoredWebhook; delivery: StoredDelivery; isByHand: boolean },
): Promise<Tried> {
  const begun = performance.now();
  const answer = await answerTo();
  const duration = Math.round(performance.now() - begun);
  const { status, words, isLasting, asked } = answer;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const wait = Math.max(WAITS[delivery.attempts] ?? Number.POSITIVE_INFINITY, asked);
  const again = now() + wait;
  const isOld = again > Date.parse(delivery.createdAt) + GIVEN_UP_AFTER;
  // A message that is sent by hand keeps the time of the next attempt that was planned before.
  const planned = delivery.dueAt === null ? null : Date.parse(delivery.dueAt);
  const next = isDelivered || isLasting ? null : isByHand ? planned : isOld ? null : again;
  const state = isDelivered ? 'delivered' : next === null ? 'failed' : 'waiting';
  return { state, dueAt: next, status, words, duration, isGone: status === 410 };

  async function answerTo(): Promise<Answer> {
    const secret = keys.open(webhook.secret, SEALED_FOR);
    if (secret === null) return { status: null, words: NO_SECRET, isLasting: true, asked: 0 };
    try {
      const { address } = webhook;
      const refuse = (why: RefusedReach) => new RefusedAddress(why);
      const { lookup } = guardedConnection(new URL(address), { reach, refuse });
      const headers = { ...signedHeaders(delivery, secret, now()), 'user-agent': 'Ninefold-Webhooks' };
      const message = { address, type: 'application/json', body: delivery.body, signal, headers, lookup };
      const { status, retryAfter = 0, text = '' } = await post({ ...message, readUpTo: READ_UP_TO });
      const asked = Math.min(retryAfter, LONGEST_ASKED);
      return { status, words: wordsOfAnswer(status, text), isLasting: status === 410, asked };
    } catch (error) {
      signal.throwIfAborted();
      const words = error instanceof RefusedAddress ? error.message : wordsOfFault(error);
      return { status: null, words, isLasting: false, asked: 0 };
    }
  }
}

/** The number of characters of a response that are shown to the owner. */
const MOST_SHOWN = 300;

/** A status in words for the owner, with the beginning of the response text. */
function wordsOfAnswer(status: number, text: string): string {
  if (status >= 200 && status < 300) return `Delivered: the answer was ${status}.`;
  if (status === 410) return 'The answer was 410: nobody is there any more. The webhook was switched off.';
  if (status >= 300 && status < 400)
    return `The answer was ${status}, which leads elsewhere. That is not followed: enter the new address.`;
  const said = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SHOWN);
  return said === '' ? `The answer was ${status}.` : `The answer was ${status}: “${said}”`;
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'Nobody answers at this address.',
  ECONNRESET: 'The connection was closed before an answer came.',
  ENOTFOUND: 'There is no computer of this name.',
  EAI_AGAIN: 'The name of this address could not be looked up just now.',
  ETIMEDOUT: 'No connection could be made in time.',
  EHOSTUNREACH: 'No way leads to this address.',
  ENETUNREACH: 'No way leads to this address.',
};

/**
 * The reason why there was no response, in words for the owner; none of them reveals anything about the internal
 * network.
 */
function wordsOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'The message could not be sent.';
  if (error.name === 'TimeoutError') return 'No answer came within 10 seconds.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return `The certificate of this address is not good (${code}).`;
  return FAULTS[code] ?? 'The connection failed before an answer came.';
}
