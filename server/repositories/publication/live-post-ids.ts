import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/** The ids of all live posts. `now` in milliseconds since 1970. */
export async function livePostIds(db: Executor, now: number): Promise<number[]> {
  const rows = await db.selectFrom('blog_posts as p').where(isLive(now)).select('p.id').execute();
  return rows.map(({ id }) => id);
}
