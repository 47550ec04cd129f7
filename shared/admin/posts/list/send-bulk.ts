import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import {
  changePosts,
  type ManyPostsChange,
  type ManyPostsEvent,
  stopChangingPosts,
} from '#shared/contract/posts/many-posts.ts';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { countOf, inParts } from './bulk-parts.ts';

type Told = Pick<Extract<ManyPostsEvent, { event: 'part' }>['data'], 'changed' | 'failed' | 'undo'>;

/** The results of posts, as far as the server has reported them. */
export interface BulkAnswer extends Told {
  /**
   * The posts without a reported result. If the owner has stopped the change, they are as before; otherwise their state
   * is not known, and `fault` gives the reason.
   */
  rest: { count: number; fault: string | null } | null;
}

/** The ports that changing many posts needs. */
export type BulkPorts = Pick<AdminPorts, 'uniqueId'> & { api: Pick<AdminPorts['api'], 'call' | 'events'> };

export interface BulkWatch {
  /** Called with the number of posts processed so far. */
  onProgress: (done: number) => void;
  /** When aborted, the change ends after the posts that the server is processing. */
  stop: AbortSignal;
}

/**
 * Changes posts, and returns their results with the changes that undo them. When the connection is lost, the results
 * reported until then count. Throws when nothing was reported, and when all posts are refused for the same reason.
 */
export async function sendBulk(
  { api, uniqueId }: BulkPorts,
  changes: readonly ManyPostsChange[],
  { onProgress, stop }: BulkWatch,
): Promise<BulkAnswer> {
  const total = countOf(changes);
  const whole: BulkAnswer = { changed: 0, failed: [], undo: [], rest: null };
  let done = 0;
  try {
    for (const part of inParts(changes)) {
      if (stop.aborted) break;
      const key = uniqueId();
      let hasEnded = false;
      for await (const event of api.events(changePosts, { body: { changes: part, key } })) {
        if (event.event === 'error') throw refusal(event.data);
        if (event.event === 'done') {
          hasEnded = true;
          break;
        }
        const { ids, changed, failed, undo } = event.data;
        whole.changed += changed;
        whole.failed.push(...failed);
        whole.undo.push(...undo);
        done += ids.length;
        onProgress(done);
        // Here the change is certainly under way; if it has just ended, there is nothing to stop, and the error is
        // ignored.
        if (stop.aborted) await api.call(stopChangingPosts, { params: { key } }).catch(() => undefined);
      }
      if (!hasEnded) throw new OfflineError('The answer ended without its end.');
    }
  } catch (error) {
    if (done === 0) throw error;
    whole.rest = { count: total - done, fault: errorText(error) };
  }
  if (whole.rest === null && done < total) whole.rest = { count: total - done, fault: null };
  const reasons = new Set(whole.failed.map(({ message }) => message));
  const [reason] = reasons;
  if (reason !== undefined && reasons.size === 1 && whole.failed.length === total) throw new Error(reason);
  return whole;
}

function refusal(body: Extract<ManyPostsEvent, { event: 'error' }>['data']): ApiError {
  return new ApiError(errorRegistry[body.code].status, '', JSON.stringify(body));
}
