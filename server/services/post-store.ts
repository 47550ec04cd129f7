import { type OnceKey, storeAnswer } from '#server/repositories/idempotency-keys.ts';
import { insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { isLongWrite, type LongWrites } from './long-writes.ts';
import type { PostWriterOptions } from './post-writer.ts';

interface PostStoreOptions {
  longWrites: LongWrites;
  /** Kept with the post in the same moment. */
  key: OnceKey | null;
  /** Characters of Markdown the post has before; 0 for a new one. */
  lengthBefore: number;
}

/** How a post writer stores: a long text in the thread, any other here; with the key of its call where it has one. */
export function createPostStore(options: PostStoreOptions): Required<Pick<PostWriterOptions, 'insert' | 'replace'>> {
  const { longWrites, key, lengthBefore } = options;
  return {
    insert(ex, post, now, origin) {
      if (isLongWrite(post.content.length))
        return longWrites.run({ write: 'insertPost', values: [post, now, origin], once: key && { key, now } });
      return key
        ? storeAnswer(ex, key, (trx) => insertPost(trx, post, now, origin), now)
        : insertPost(ex, post, now, origin);
    },
    replace(ex, id, changes, at) {
      const { now } = at;
      if (isLongWrite(lengthBefore, changes.content?.length ?? 0))
        return longWrites.run({ write: 'updatePost', values: [id, changes, at], once: key && { key, now } });
      return key
        ? storeAnswer(ex, key, (trx) => updatePost(trx, id, changes, at), now)
        : updatePost(ex, id, changes, at);
    },
  };
}
