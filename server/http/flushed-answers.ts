import type { FastifyInstance } from 'fastify';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import { SAFE_METHODS } from './cross-site.ts';

/**
 * Holds back the answers to writes, to the owner and to programs until everything that they may tell of is on the disk:
 * otherwise a power cut could take back what was acknowledged, or the server would know less than a device that was told
 * by it. Readers are answered at once.
 */
export function holdUntilFlushed(http: FastifyInstance, db: Executor): void {
  http.addHook('onSend', async ({ method, headers: { authorization, cookie } }) => {
    const isReader = authorization === undefined && !cookie?.includes(SESSION_COOKIE);
    if (!SAFE_METHODS.has(method) || !isReader) await flushed(db);
  });
}
