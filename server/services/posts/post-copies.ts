import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import {
  type ChangePlace,
  changedAfter,
  countChangedAfter,
  isChangePlace,
  wordsOfPosts,
} from '#server/repositories/posts/post-changes.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { COPIED_AT_ONCE, type CopiedPost, type CopyPage } from '#shared/contract/posts/post-copy.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PendingChangeService } from '../pending/pending-changes.ts';

/** The site's posts for a copy of it, page by page (docs/rules.md, "The copy of the site"). */
export interface PostCopies {
  /** The changes after a cursor, or everything without one. Throws AppError `cursor_unknown`. */
  page(cursor: string | undefined): Promise<CopyPage>;
}

interface PostCopyOptions {
  db: Executor;
  clock: Clock;
  siteId: string;
  pendingChanges: Pick<PendingChangeService, 'beside'>;
}

/** The largest number of bytes of the texts on one page; the first post is included whatever its size. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** The number of posts that are read before other requests get their turn. */
const READ_AT_ONCE = 10;
const BEGINNING: ChangePlace = { seq: 0, place: '' };

export function createPostCopies({ db, clock, siteId, pendingChanges }: PostCopyOptions): PostCopies {
  async function whole(ids: readonly number[]): Promise<CopiedPost[]> {
    const posts: CopiedPost[] = [];
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      if (from > 0) await turn();
      const some = ids.slice(from, from + READ_AT_ONCE);
      const words = await wordsOfPosts(db, some);
      for (const post of await wholePosts(db, some, { kind: 'all', now: clock.now() })) {
        const change = post.pending ? await pendingChanges.beside(post) : null;
        posts.push({ ...post, words: words.get(post.id) ?? '', ...(change && { change }) });
      }
    }
    return posts;
  }

  return {
    async page(cursor) {
      const from = cursor === undefined ? BEGINNING : decodeCursor(cursor);
      // Position 0, before any change, exists in every database.
      if (from === null || (from.seq !== 0 && !(await isChangePlace(db, from)))) throw new AppError('cursor_unknown');
      const changed = fitting(await changedAfter(db, from.seq, COPIED_AT_ONCE));
      const { seq, place } = changed.at(-1) ?? from;
      const posts = await whole(changed.map(({ postId }) => postId));
      const there = new Set(posts.map(({ id }) => id));
      return {
        siteId,
        posts,
        gone: changed.map(({ postId }) => postId).filter((id) => !there.has(id)),
        cursor: encodeCursor({ seq, place }),
        left: await countChangedAfter(db, seq),
      };
    },
  };
}

/** The first rows, as many as fit on a page. */
function fitting<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, place) => {
    bytes += row.bytes;
    return place > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

const cursorShape = z.tuple([z.int().min(0), z.string().max(100)]);

/** A cursor in the form in which it is sent: base64url, opaque to the caller. */
function encodeCursor({ seq, place }: ChangePlace): string {
  return Buffer.from(JSON.stringify([seq, place])).toString('base64url');
}

function decodeCursor(text: string): ChangePlace | null {
  try {
    const [seq, place] = cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { seq, place };
  } catch {
    return null;
  }
}
