import type { ChangeOrigin } from '#server/change-origin.ts';
import type { Executor } from '#server/db/transaction.ts';
import { bringBackTag } from '#server/repositories/history/bring-back.ts';
import { type OnceKey, storeAnswer } from '#server/repositories/idempotency-keys.ts';
import { replaceImage } from '#server/repositories/image-replacement.ts';
import { publishPending } from '#server/repositories/posts/pending-changes.ts';
import { purgeFromBin } from '#server/repositories/posts/post-bin.ts';
import { setHtml } from '#server/repositories/posts/post-html.ts';
import { insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { deleteTag, mergeTags, renameTag } from '#server/repositories/tags.ts';

/** The writes that may take long, because the search indexes the whole text of each post that they touch. */
interface LongWrites {
  insertPost: typeof insertPost;
  updatePost: typeof updatePost;
  publishPending: typeof publishPending;
  setHtml: typeof setHtml;
  purgeFromBin: typeof purgeFromBin;
  renameTag: typeof renameTag;
  mergeTags: typeof mergeTags;
  deleteTag: typeof deleteTag;
  replaceImage: typeof replaceImage;
  bringBackTag: typeof bringBackTag;
}

export type WriteName = keyof LongWrites;

/** The arguments of a write after its executor. */
type ValuesOf<Name extends WriteName> = LongWrites[Name] extends (ex: Executor, ...values: infer Values) => unknown
  ? Values
  : never;
export type ResultOf<Name extends WriteName> = Awaited<ReturnType<LongWrites[Name]>>;

/**
 * The key of the call to which a write belongs; the call's answer is stored in the same transaction. `now` in
 * milliseconds since 1970.
 */
interface KeyOfCall {
  key: OnceKey;
  now: number;
}

export type WriteRequest = {
  [Name in WriteName]: { write: Name; values: ValuesOf<Name>; once?: KeyOfCall | null };
}[WriteName];

/** A write and its origin, which the thread cannot know by itself. */
export type OriginatedWrite = WriteRequest & { origin: ChangeOrigin };

/** Applies a write atomically. Throws what the repository's function throws. */
export async function applyWrite(ex: Executor, request: WriteRequest): Promise<ResultOf<WriteName>> {
  const { once } = request;
  return once ? storeAnswer(ex, once.key, (trx) => write(trx, request), once.now) : write(ex, request);
}

async function write(ex: Executor, request: WriteRequest): Promise<ResultOf<WriteName>> {
  switch (request.write) {
    case 'insertPost':
      return insertPost(ex, ...request.values);
    case 'updatePost':
      return updatePost(ex, ...request.values);
    case 'publishPending':
      return publishPending(ex, ...request.values);
    case 'setHtml':
      return setHtml(ex, ...request.values);
    case 'purgeFromBin':
      return purgeFromBin(ex, ...request.values);
    case 'renameTag':
      return renameTag(ex, ...request.values);
    case 'mergeTags':
      return mergeTags(ex, ...request.values);
    case 'deleteTag':
      return deleteTag(ex, ...request.values);
    case 'replaceImage':
      return replaceImage(ex, ...request.values);
    case 'bringBackTag':
      return bringBackTag(ex, ...request.values);
  }
}
