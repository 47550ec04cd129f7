import { setImmediate as turn } from 'node:timers/promises';
import { isoTime } from '#server/db/live.ts';
import { openDatabase } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { NOW, postValues } from '#server/repositories/blog-fixture.ts';
import { softDeletePost, undelete } from '#server/repositories/posts/post-bin.ts';
import { recordDuePosts } from '#server/repositories/posts/post-events.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { changePosts, insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { createEventDispatcher } from '#server/services/events/dispatcher.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import { recordAuditTrail } from './audit-trail.ts';
import { fileListener } from './file-listener.ts';
import { databaseIn, LISTENERS } from './listener-files.ts';

// node writer.ts FOLDER SEED: writes posts, in every way that can make a post live, until it is killed. Prints a line
// after each write.

const MINUTE = 60_000;
const [folder = '', seed = ''] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const upTo = (limit: number) => Math.floor(random() * limit);

const database = openDatabase(databaseIn(folder));
const { db, sqlite } = database;
/** The time continues from where the previous process was killed. */
const started = sqlite.prepare('select max(at) from (select at from audit_trail union all select at from post_events)');
let time = Math.max(NOW, Date.parse(String(started.pluck().get())) || NOW);
recordAuditTrail(database, () => isoTime(time));

const events = createEventDispatcher({
  db,
  durable: LISTENERS.map((name) => fileListener(folder, name)),
  timers: systemTimers,
  onError: (error) => {
    throw error;
  },
});

/** Returns a post for which the condition is true; null if there is none. */
function anyPost(condition: string): number | null {
  const ids = sqlite.prepare(`select id from blog_posts where ${condition}`).pluck().all() as number[];
  return ids[upTo(ids.length)] ?? null;
}
const slug = () => `seed-${seed}-${time}`;
const soon = () => isoTime(time + MINUTE + upTo(30 * MINUTE));
const create = (fields: Parameters<typeof postValues>[0]) =>
  insertPost(db, postValues({ slug: slug(), publishedAt: null, ...fields }), time);
const change = async (condition: string, fields: () => Parameters<typeof updatePost>[2]) => {
  const id = anyPost(condition);
  if (id !== null) await updatePost(db, id, fields(), { now: time });
};
const OUT = 'published = 1 and deleted_at is null';
const DRAFT = 'published = 0 and deleted_at is null';

const writes: (() => Promise<unknown>)[] = [
  () => create({ published: false }),
  () => create({}),
  () => create({ publishedAt: soon() }),
  () => {
    const made = time - 1000 * MINUTE;
    const post = postValues({ slug: slug(), publishedAt: isoTime(time - 10 * MINUTE) });
    return insertPost(db, post, made, { cause: 'import', at: time });
  },
  () => change(DRAFT, () => ({ published: true })),
  () => change(DRAFT, () => ({ published: true, publishedAt: soon() })),
  () => change(OUT, () => ({ published: false })),
  () => change(OUT, () => ({ publishedAt: soon() })),
  () => change(OUT, () => ({ title: `Saved at ${time}`, slug: slug() })),
  async () => {
    const id = anyPost('deleted_at is null');
    if (id !== null) await softDeletePost(db, id, time);
  },
  async () => {
    const id = anyPost('deleted_at is not null');
    if (id !== null) await undelete(db, id, time);
  },
  () => recordDuePosts(db, time),
  () =>
    inTransaction(db, async (trx) => {
      const drafts = await trx
        .selectFrom('blog_posts')
        .where('published', '=', 0)
        .where('deleted_at', 'is', null)
        .limit(5)
        .select('id')
        .execute();
      const posts = await wholePosts(
        trx,
        drafts.map(({ id }) => id),
        { kind: 'all', now: time },
      );
      const published = posts.map((before) => ({ before, changes: { published: true } }));
      await changePosts(trx, published, { now: time, cause: 'bulk' });
    }),
];

await events.start();
for (;;) {
  time += 1000 + upTo(10 * MINUTE);
  await writes[upTo(writes.length)]?.();
  await events.tellPosts();
  process.stdout.write('written\n');
  // Yields to the listeners.
  await turn();
}
