import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { heldOf, noteLive, setLetterOf } from '#server/repositories/letters/letter-posts.ts';
import { findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import { insertLetter, openLettersOf, setPaused } from '#server/repositories/letters/letters.ts';
import type { EventCause, PostEvent } from '#server/repositories/posts/post-events.ts';
import { summariesByIds } from '#server/repositories/posts/post-rows.ts';
import { isPostLive } from '#server/repositories/posts/posts.ts';
import { missingOf } from './sender.ts';

/**
 * The causes for which a post's first going live is news. An import, a restored backup and a post taken out of the bin
 * are not news.
 */
const NEWS: ReadonlySet<EventCause> = new Set(['save', 'schedule', 'pending', 'bulk']);
const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;
/** The number of posts that may go live at once with a letter each; more are listed in one letter. */
const MOST_LETTERS_AT_ONCE = 3;

interface AnnounceOptions {
  db: Executor;
  hasMailServer: boolean;
}

/**
 * Makes the letters that events of posts require, each once, however often the same events come: one letter for each
 * post that goes live for the first time, one for all when more than three do so at once. A letter whose post is taken
 * down is paused.
 */
export async function announce(events: readonly PostEvent[], { db, hasMailServer }: AnnounceOptions): Promise<void> {
  for (const [at, postIds] of newsByTime(events)) {
    await inTransaction(db, async (trx) => {
      const fresh = await freshOf(trx, postIds, at);
      const settings = await findLetterSettings(trx);
      if (!hasMailServer || !settings.atPublication || missingOf(settings).length > 0) return;
      const held = await heldOf(trx, idsOf(fresh));
      const sendable = fresh.filter(({ id }) => !held.has(id));
      await makeLetters(trx, sendable, { at, startsAt: at + settings.waitMinutes * MINUTE });
    });
  }
  const down = events.filter(({ type }) => type === 'taken-down').map(({ postId }) => postId);
  if (down.length === 0) return;
  await inTransaction(db, async (trx) => {
    const now = Date.parse(events.at(-1)?.at ?? '');
    const open = await openLettersOf(trx, down);
    for (const { id, postId } of open)
      if (!(await isPostLive(trx, postId, now))) await setPaused(trx, [id], 'Its post was taken down.');
  });
}

interface Told {
  id: number;
  title: string;
}

/** The posts whose first going live is news, grouped by its time. */
function newsByTime(events: readonly PostEvent[]): Map<number, number[]> {
  const byTime = new Map<number, number[]>();
  for (const { type, isFirst, cause, at, postId } of events) {
    if (type !== 'went-live' || !isFirst || !NEWS.has(cause)) continue;
    byTime.set(Date.parse(at), [...(byTime.get(Date.parse(at)) ?? []), postId]);
  }
  return byTime;
}

/** The posts that are dated within the day before and that were not announced yet. */
async function freshOf(ex: Executor, postIds: readonly number[], at: number): Promise<Told[]> {
  const posts = await summariesByIds(ex, postIds, { kind: 'all', now: at });
  const dated = posts.filter(({ publishedAt }) => {
    const date = Date.parse(publishedAt ?? '');
    return date <= at && date > at - DAY;
  });
  const news = await noteLive(ex, idsOf(dated), at);
  return dated.filter(({ id }) => news.has(id));
}

const idsOf = (posts: readonly Told[]) => posts.map(({ id }) => id);

async function makeLetters(ex: Executor, posts: readonly Told[], { at, startsAt }: { at: number; startsAt: number }) {
  const audience = { kind: 'followers' } as const;
  const keep = async (kind: 'post' | 'posts', key: string, told: readonly Told[], subject: string) => {
    const postIds = idsOf(told);
    const letterId = await insertLetter(ex, { key, kind, audience, postIds, subject, startsAt }, at);
    if (letterId !== null) await setLetterOf(ex, postIds, letterId);
  };
  const [first] = posts;
  if (first && posts.length > MOST_LETTERS_AT_ONCE) {
    return keep('posts', `posts:${first.id}`, posts, `${posts.length} new posts`);
  }
  for (const post of posts) await keep('post', `post:${post.id}`, [post], post.title);
}
