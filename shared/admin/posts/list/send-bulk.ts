import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { changePosts, type ManyPostsChange } from '#shared/contract/posts.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { countOf, inParts } from './bulk-parts.ts';

export type BulkAnswer = AnswerOf<typeof changePosts>;

/**
 * Sends changes of posts part by part, and gives what became of all of them with the one way back. `onProgress` is told
 * how many posts have been gone through. Where a part is not answered, those before it are done all the same: it and the
 * rest are named as left as they were. Throws where none of the posts could be changed: the reason is the same for all.
 */
export async function sendBulk(
  api: Pick<AdminPorts['api'], 'call'>,
  changes: readonly ManyPostsChange[],
  onProgress: (done: number) => void,
): Promise<BulkAnswer> {
  const whole: BulkAnswer = { changed: 0, failed: [], undo: [] };
  let done = 0;
  let fault: unknown = null;
  for (const part of inParts(changes)) {
    if (fault === null) {
      try {
        const { changed, failed, undo } = await api.call(changePosts, { body: { changes: part } });
        whole.changed += changed;
        whole.failed.push(...failed);
        whole.undo.push(...undo);
        done += countOf(part);
        onProgress(done);
        continue;
      } catch (error) {
        if (done === 0) throw error;
        fault = error;
      }
    }
    const message = errorText(fault);
    whole.failed.push(...part.flatMap(({ posts }) => posts.map(({ id }) => ({ id, title: '', message }))));
  }
  const [first] = whole.failed;
  if (first && whole.failed.length === countOf(changes)) throw new Error(first.message);
  return whole;
}
