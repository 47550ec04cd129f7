import type { FastifyBaseLogger } from 'fastify';
import type { PostOutside } from '#server/adapters/post-outside.ts';
import { NotNow } from '#server/services/events/durable-listener.ts';

/** How a listener speaks to another server. */
export interface Outside {
  post: PostOutside;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

interface News {
  /** What the log calls the other side. */
  who: string;
  /** How many addresses are told. */
  count: number;
  message: Parameters<PostOutside>[0];
}

/**
 * Tells another server. Throws where it may take it later: it is down, busy or broken. What it refuses for good would hold
 * up all that comes after, so that is told in the log, and not again.
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
