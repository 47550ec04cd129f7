import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY } from '#server/repositories/blog-fixture.ts';
import { listEntries } from '#server/repositories/history/history.ts';
import { listPathRedirects } from '#server/repositories/path-redirects.ts';
import { purgeFromBin } from '#server/repositories/posts/post-bin.ts';
import { findById, findBySlug } from '#server/repositories/posts/posts.ts';
import { listTags } from '#server/repositories/tags.ts';
import type { SourceItem } from '../import/import-source.ts';
import { type ImportsApp, openImportsApp, sourceOf, sourcePost } from './imports-fixture.ts';

let app: ImportsApp;
beforeEach(async () => {
  app = await openImportsApp();
});
afterEach(() => app.close());

const postAt = (slug: string) => findBySlug(app.database.db, slug, { kind: 'all', now: app.clock.now() });
const subscriber = (email: string): SourceItem => ({
  kind: 'subscriber',
  file: email,
  ...{ email, name: null, isSubscribed: true, since: null },
});
const everySubscriber = () => app.database.db.selectFrom('newsletter_subscribers').select('email').execute();

test('an undo takes everything back that nobody uses or has edited, and names what stays', async () => {
  app.lay(
    sourceOf(
      [
        sourcePost('tea', { front: { title: 'Tea', tags: ['Hot'], authors: ['Britta'], category: 'Kitchen' } }),
        sourcePost('cups', { front: { title: 'Cups', tags: ['Hot', 'Round'] } }),
      ],
      [subscriber('ann@example.com')],
    ),
  );
  const { id } = await app.run({ choices: [{ kind: 'category', slug: 'kitchen', to: null }] });
  const cups = await postAt('cups');
  await app.services.postAdmin.update(cups?.id ?? 0, { content: 'My own words.' });
  const undone = await app.undo(id);
  expect(undone).toMatchObject({ state: 'undone', undoUntil: null });
  expect(undone.undone?.taken).toEqual(
    expect.arrayContaining([
      { kind: 'post', count: 1 },
      { kind: 'author', count: 1 },
      { kind: 'category', count: 1 },
      { kind: 'subscriber', count: 1 },
    ]),
  );
  expect(undone.undone?.stays).toEqual([
    { kind: 'post', name: 'Cups', why: 'It was edited here since, and keeps its words.' },
    { kind: 'tag', name: 'Hot', why: 'Posts have it.' },
    { kind: 'tag', name: 'Round', why: 'Posts have it.' },
  ]);
  expect(await postAt('tea')).toBeNull();
  expect(await postAt('cups')).toMatchObject({ content: 'My own words.', tags: ['Hot', 'Round'] });
  expect(await everySubscriber()).toEqual([]);
  expect(await listPathRedirects(app.database.db)).toEqual([]);
  const [entry] = (await listEntries(app.database.db, 0, { kind: 'post', action: 'deleted' })).items;
  expect(entry).toMatchObject({ name: 'Tea', origin: { kind: 'import' } });
});

test('posts that were changed get back what they were, one import after the other', async () => {
  app.lay(sourceOf([sourcePost('tea')]));
  const first = await app.run();
  app.lay(sourceOf([sourcePost('tea', { body: 'Second words.', front: { title: 'Second', tags: ['new'] } })]));
  const second = await app.run();
  expect((await postAt('tea'))?.title).toBe('Second');
  expect((await app.undo(second.id)).undone?.stays).toEqual([]);
  expect(await postAt('tea')).toMatchObject({ title: 'About tea', content: 'Words about tea.', tags: [] });
  expect(await listTags(app.database.db)).toEqual([]);
  expect((await app.undo(first.id)).undone).toEqual({
    taken: [
      { kind: 'post', count: 1 },
      { kind: 'redirect', count: 1 },
    ],
    stays: [],
  });
  expect(await postAt('tea')).toBeNull();
});

test('after the bin was emptied there is nothing left to take, and it can be brought in anew', async () => {
  app.lay(sourceOf([sourcePost('tea')]));
  const { id } = await app.run();
  const post = await postAt('tea');
  await app.services.postAdmin.remove(post?.id ?? 0);
  await purgeFromBin(app.database.db, post?.id ?? 0, app.clock.now() + 1);
  expect(await findById(app.database.db, post?.id ?? 0, { kind: 'all', now: app.clock.now() })).toBeNull();
  expect((await app.undo(id)).undone?.stays).toEqual([]);
  expect((await app.run()).receipt?.items.outcomes.arrived).toBe(1);
});

test('after 30 days it cannot be undone', async () => {
  app.lay(sourceOf([sourcePost('tea')]));
  const { id, undoUntil } = await app.run();
  expect(undoUntil).not.toBeNull();
  app.clock.advance(31 * DAY);
  await expect(app.services.imports.undo(id)).rejects.toMatchObject({ code: 'import_refused' });
});

test('a restore from a backup ends what was under way, and undone it can be still', async () => {
  const { endImports, insertImport } = await import('#server/repositories/imports/imports.ts');
  app.lay(sourceOf([sourcePost('tea')]));
  const done = await app.run();
  const row = { state: 'running', name: 'b.zip', path: '/x', is_upload: 1, options: '{}' } as const;
  const { id } = await insertImport(app.database.db, row, app.clock.now());
  await endImports(app.database.db, 'Put back.');
  expect(await app.get(id)).toMatchObject({ state: 'failed', fault: 'Put back.', canRun: false });
  expect((await app.get(done.id)).undoUntil).not.toBeNull();
});
