import type { FastifyBaseLogger } from 'fastify';
import type { PostOutside } from '#server/adapters/post-outside.ts';
import { NotNow } from '#server/services/events/durable-listener.ts';

/** The means by which a listener speaks to another server. */
export interface Outside {
  post: PostOutside;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

interface News {
  /** The name of the other server in the log. */
  who: string;
  /** The number of addresses in the message. */
  count: number;
  message: Parameters<PostOutside>[0];
}

/**
 * Tells another server. Throws when that server may accept the message later: it is down, busy or broken. A message
 * that it refuses for good would block all later ones, so the refusal is logged, and the message is not sent again.
 */
export async function tellOutside({ post, log }: Outside, { who, count, message }: News): Promise<void> {
  const { status, retryAfter } = await post(message).catch((error: unknown) => {
    throw message.signal.aborted ? error : new Error(`${who} could not be reached`, { cause: error });
  });
  if (status >= 200 && status < 300) {
    log.info({ status, count }, `${who} was told`);
  } else if (status === 408 || status === 429 || status >= 500) {
    throw new NotNow(`${who} answered ${status}`, retryAfter ?? 0);
  } else {
    log.error({ status, count }, `${who} refused what it was told; that is not tried again`);
  }
}
