import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLive, isoTime, isScheduled, live } from './live.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = openDatabase(':memory:');
  await database.db.insertInto('categories').values({ name: 'c', slug: 'c', color: 'c', icon: 'c' }).execute();
  await database.db.insertInto('authors').values({ name: 'a', slug: 'a', email: 'a@example.com' }).execute();
});
afterAll(() => database.close());

const NOW = Date.UTC(2025, 5, 1);
// Times close to now, so that the millisecond before and the millisecond after are among them.
const time = fc.integer({ min: -2, max: 2 }).map((ms) => isoTime(NOW + ms));
const post = fc.record({
  published: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
  published_at: time,
  deleted_at: fc.option(time),
});

test('a post is live exactly when it is published, not deleted, and its time has come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 12 }), async (posts) => {
      const { db, sqlite } = database;
      await db.deleteFrom('blog_posts').execute();
      const rest = { category_id: 1, author_id: 1, read_time: 1, created_at: isoTime(0), updated_at: isoTime(0) };
      await db
        .insertInto('blog_posts')
        .values(
          posts.map((each, id) => ({
            id: id + 1,
            title: '',
            slug: `s${id}`,
            excerpt: '',
            content: '',
            ...rest,
            ...each,
          })),
        )
        .execute();
      const ids = (wanted: (each: (typeof posts)[number]) => boolean) =>
        posts.flatMap((each, id) => (wanted(each) ? [id + 1] : []));
      const select = async (condition: ReturnType<typeof isLive>) =>
        (await db.selectFrom('blog_posts as p').where(condition).select('p.id').orderBy('p.id').execute()).map(
          (row) => row.id,
        );
      const isOut = (each: (typeof posts)[number]) => each.published === 1 && each.deleted_at === null;

      const liveIds = ids((each) => isOut(each) && each.published_at <= isoTime(NOW));
      expect(await select(isLive(NOW))).toEqual(liveIds);
      expect(await select(isScheduled(NOW))).toEqual(ids((each) => isOut(each) && each.published_at > isoTime(NOW)));
      const others = sqlite
        .prepare(`select * from (${live.exceptIdsSql}) order by 1`)
        .pluck()
        .all({ now: isoTime(NOW) });
      expect(others).toEqual(ids(() => true).filter((id) => !liveIds.includes(id)));
    }),
    { seed: 20250601, numRuns: 60 },
  );
});

test('times are stored in one form, in which the order of texts is the order of times', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 4e12 }), (a, b) => {
      expect(isoTime(a) < isoTime(b)).toBe(a < b);
    }),
    { seed: 20250601 },
  );
});

test('the database refuses a published post without a date, and a date in another form', async () => {
  const insert = (columns: string, values: string) =>
    database.sqlite.exec(
      `insert into blog_posts (title, slug, excerpt, content, category_id, author_id, read_time, created_at, updated_at, ${columns})
       values ('', 'x', '', '', 1, 1, 1, '${isoTime(0)}', '${isoTime(0)}', ${values})`,
    );
  expect(() => insert('published', '1')).toThrow('CHECK');
  expect(() => insert('published_at', "'2025-06-01T12:00:00Z'")).toThrow('CHECK');
  expect(() => insert('published_at', "'yesterday'")).toThrow('CHECK');
});
