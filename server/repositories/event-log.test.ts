import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { HOUR, makePost, NOW, openBlog } from './blog-fixture.ts';
import { eventsAfter, lastEvent } from './event-log.ts';
import { updatePost } from './posts/post-writes.ts';

test('what one action has done to many posts is read whole, beyond the limit, and nothing that came after it', async () => {
  const blog = await openBlog();
  try {
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await makePost(blog, { published: false })).id);
    const before = await lastEvent(blog.db);
    await inTransaction(blog.db, async (trx) => {
      for (const id of ids) await updatePost(trx, id, { published: true }, { now: NOW + HOUR, cause: 'bulk' });
    });
    await updatePost(blog.db, ids[0] ?? 0, { title: 'Later' }, { now: NOW + 2 * HOUR });
    const events = await eventsAfter(blog.db, before, 3);
    expect(events.map(({ postId }) => postId)).toEqual(ids.flatMap((id) => [id, id]));
    expect((await eventsAfter(blog.db, events.at(-1)?.seq ?? 0, 3)).map(({ cause }) => cause)).toEqual(['save']);
  } finally {
    await blog.close();
  }
});
