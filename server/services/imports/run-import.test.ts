import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { findBySlug } from '#server/repositories/posts/posts.ts';
import { listTags } from '#server/repositories/tags.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { picture } from '../import/import-fixture.ts';
import type { SourceItem } from '../import/import-source.ts';
import { type ImportsApp, openImportsApp, sourceOf, sourcePost } from './imports-fixture.ts';

let app: ImportsApp;
beforeEach(async () => {
  app = await openImportsApp();
});
afterEach(() => app.close());

const postAt = (slug: string) => findBySlug(app.database.db, slug, { kind: 'all', now: app.clock.now() });
const author = (name: string, slug: string): SourceItem => ({
  kind: 'author',
  file: `author “${name}”`,
  ...{ name, slug, email: `${slug}@old.example`, bio: 'Writes.', avatar: null, oldAddresses: [`/author/${slug}/`] },
});
const term = (kind: 'tag' | 'category', name: string, slug: string): SourceItem => ({
  kind,
  file: `${kind} “${name}”`,
  ...{ name, slug, description: null, oldAddresses: [`/${kind === 'tag' ? 'tag' : 'category'}/${slug}/`] },
});

test('every item of a source is accounted for, and every old address answers', async () => {
  app.lay(
    sourceOf(
      [
        sourcePost('tea', {
          front: { title: 'Tea', authors: ['Britta'], tags: ['Hot Drinks'], category: 'News' },
          body: 'Tea is [made of cups](https://old.example/cups/#how).',
          oldAddresses: ['/tea/', '/?p=7', '/2014/03/12/Tea-Time/', '/caf%C3%A9/th%C3%A9/'],
        }),
        sourcePost('cups', { front: { title: 'Cups', tags: ['Hot Drinks'] } }),
        sourcePost('about', { isPage: true, oldAddresses: ['/about/'] }),
        sourcePost('hidden', { front: { title: 'Hidden', draft: true }, oldAddresses: ['/hidden/'] }),
        { file: 'post 9', fault: new ImportFault('Its date is no date') },
      ],
      [
        author('Britta', 'brit'),
        author('Nobody', 'nobody'),
        term('tag', 'Hot Drinks', 'hot'),
        term('tag', 'Unused', 'unused'),
        term('category', 'News', 'news'),
        { kind: 'redirect', file: 'redirects.json:1', from: '/old-tea', to: '/tea/', isPermanent: true },
        {
          kind: 'redirect',
          file: 'redirects.json:2',
          from: '/away',
          to: 'https://elsewhere.example/x',
          isPermanent: false,
        },
        { kind: 'redirect', file: 'redirects.json:3', from: '/bad', to: 'javascript:alert(1)', isPermanent: false },
        {
          kind: 'subscriber',
          file: 'members.csv:2',
          email: 'ann@example.com',
          name: 'Ann',
          isSubscribed: true,
          since: Date.UTC(2020, 0, 1),
        },
        {
          kind: 'subscriber',
          file: 'members.csv:3',
          email: 'not an address',
          name: null,
          isSubscribed: true,
          since: null,
        },
        { kind: 'left-out', file: 'comment 1', what: 'comment', why: 'This program has no comments.' },
      ],
    ),
  );
  const done = await app.run();
  expect(done).toMatchObject({
    state: 'done',
    program: 'Ghost 6.2',
    fault: null,
    undoUntil: '2025-07-01T12:00:00.000Z',
  });
  expect(done.receipt).toMatchObject({
    items: { total: 16, outcomes: { arrived: 9, merged: 1, refused: 3, 'left-out': 3 } },
    addresses: { outcomes: { missing: 0, ours: 1 } },
    texts: { compared: 4, whole: 4, share: 1 },
    // One post could not be read.
    isComplete: false,
  });
  const items = await app.items(done.id);
  expect(items.find(({ file }) => file === 'post 9')).toMatchObject({ outcome: 'refused', why: 'Its date is no date' });
  expect(items.find(({ name }) => name === 'Nobody')).toMatchObject({ outcome: 'left-out' });
  const addresses = await app.addresses(done.id);
  const led = Object.fromEntries(addresses.map(({ address, outcome, led: to }) => [address, `${outcome} ${to}`]));
  expect(led).toMatchObject({
    '/tea/': 'redirected /post/tea',
    '/?p=7': 'redirected /post/tea',
    '/2014/03/12/Tea-Time/': 'redirected /post/tea',
    '/caf%C3%A9/th%C3%A9/': 'redirected /post/tea',
    '/about/': expect.stringMatching(/^ours \/about/),
    '/tag/hot/': 'redirected /tag/hot-drinks',
    '/tag/hot/rss/': 'redirected /tag/hot-drinks/rss.xml',
    '/tag/unused/': 'redirected /',
    '/author/brit/': 'redirected /author/britta',
    '/author/brit/feed/': 'redirected /author/britta/rss.xml',
    '/feed/': 'redirected /rss.xml',
    '/rss/': 'redirected /rss.xml',
    '/old-tea': 'redirected /post/tea',
    '/away': 'redirected https://elsewhere.example/x',
  });
  expect(Object.keys(led)).not.toContain('/hidden/');
  expect(await postAt('tea')).toMatchObject({
    author: { name: 'Britta' },
    content: 'Tea is [made of cups](/post/cups#how).',
  });
  expect(await postAt('about-2')).toMatchObject({ title: 'About about', published: true });
});

test('a second run changes nothing', async () => {
  app.lay(sourceOf([sourcePost('tea', { front: { title: 'Tea', tags: ['a'] } })], [term('tag', 'a', 'a')]));
  await app.run();
  const before = await postAt('tea');
  app.clock.advance(1000);
  const second = await app.run();
  expect(second.receipt?.items.outcomes).toMatchObject({ arrived: 0, changed: 0, unchanged: 1, merged: 1 });
  expect(second).toMatchObject({ undoUntil: null, receipt: { isComplete: true } });
  expect(await postAt('tea')).toEqual(before);
});

test('addresses of feeds that are led already stay as they are at a second run', async () => {
  app.lay(sourceOf([sourcePost('tea', { front: { title: 'Tea', authors: ['Britta'] } })], [author('Britta', 'brit')]));
  const first = await app.run();
  const second = await app.run();
  expect(second).toMatchObject({ state: 'done', fault: null, receipt: { addresses: { outcomes: { missing: 0 } } } });
  const feedIn = async ({ id }: { id: number }) =>
    (await app.addresses(id)).find(({ address }) => address === '/author/brit/feed/');
  expect(await feedIn(second)).toEqual(await feedIn(first));
});

test('a post edited here keeps its words at a second run, and is named; a forced one overwrites it', async () => {
  app.lay(sourceOf([sourcePost('tea')]));
  await app.run();
  const post = await postAt('tea');
  await app.services.postAdmin.update(post?.id ?? 0, { content: 'My own words.' });
  app.lay(sourceOf([sourcePost('tea', { body: 'Other words there.' })]));
  const second = await app.run();
  expect(await app.items(second.id)).toMatchObject([
    { outcome: 'kept', why: 'It was edited here since, and keeps its words.' },
  ]);
  expect((await postAt('tea'))?.content).toBe('My own words.');
  await app.run({ isForced: true });
  expect((await postAt('tea'))?.content).toBe('Other words there.');
});

test('two sites with one slug are two posts, and a post of the owner’s own is never overwritten', async () => {
  await app.post({ slug: 'tea', title: 'Mine' });
  app.lay(sourceOf([sourcePost('tea')]));
  const done = await app.run();
  app.lay(
    sourceOf([sourcePost('tea', { body: 'Of WordPress.' })], [], {
      program: 'WordPress',
      siteUrl: 'https://other.example',
    }),
  );
  await app.run();
  expect([await postAt('tea'), await postAt('tea-2'), await postAt('tea-3')]).toMatchObject([
    { title: 'Mine' },
    { content: 'Words about tea.' },
    { content: 'Of WordPress.' },
  ]);
  // The old address leads to the post that it belonged to, not to the post that has its slug here.
  expect(await app.addresses(done.id)).toContainEqual(
    expect.objectContaining({ address: '/tea/', led: '/post/tea-2' }),
  );
  app.lay(sourceOf([sourcePost('tea')]));
  expect((await app.run()).receipt?.items.outcomes).toMatchObject({ unchanged: 1, arrived: 0 });
});

test('tags and categories go where the owner has chosen, a new category is made once', async () => {
  app.lay(
    sourceOf([
      sourcePost('one', { front: { title: 'One', category: 'Kitchen', tags: ['x'] } }),
      sourcePost('two', { front: { title: 'Two', category: 'Kitchen' } }),
      sourcePost('three', { front: { title: 'Three', tags: ['Garden'] } }),
      sourcePost('four', { front: { title: 'Four' } }),
    ]),
  );
  await app.run({
    choices: [
      { kind: 'category', slug: 'kitchen', to: null },
      { kind: 'tag', slug: 'garden', to: 'lifestyle' },
    ],
  });
  const posts = [await postAt('one'), await postAt('two'), await postAt('three'), await postAt('four')];
  expect(posts.map((post) => post?.category.slug)).toEqual(['kitchen', 'kitchen', 'lifestyle', 'technology']);
});

test('what the texts have lost is named by post', async () => {
  app.lay(sourceOf([sourcePost('tea', { body: 'Green tea.', original: '<p>Green tea <b>unbelievably</b> hot.</p>' })]));
  const done = await app.run();
  expect(await app.items(done.id)).toMatchObject([{ share: 0.5, missingWords: ['unbelievably', 'hot'] }]);
  expect(done.receipt?.texts).toEqual({ compared: 1, whole: 0, share: 0.5 });
});

test('the tags of a template language in a text that was HTML are its words, also in code', async () => {
  const code = '`{% raw %}{{ tea }}{% endraw %}`';
  const original = '<p>Write <code>{% raw %}{{ tea }}{% endraw %}</code></p>';
  app.lay(sourceOf([sourcePost('liquid', { body: `Write ${code}`, original })]));
  const done = await app.run();
  expect((await postAt('liquid'))?.content).toBe(`Write ${code}`);
  expect(done.receipt?.texts).toEqual({ compared: 1, whole: 1, share: 1 });
});

test('an import is gone on with where it was ended, and nothing is doubled', async () => {
  const posts = Array.from({ length: 12 }, (_, index) => sourcePost(`post-${index}`));
  let given = 0;
  app.lay(
    sourceOf(posts, [], {
      async *posts() {
        for (const post of posts) {
          given += 1;
          if (given === posts.length + 7) throw new Error('The power went');
          yield post;
        }
      },
    }),
  );
  const failed = await app.run();
  expect(failed).toMatchObject({ state: 'failed', fault: expect.stringContaining('go on') });
  const { updateImport } = await import('#server/repositories/imports/imports.ts');
  const { workImport } = await import('./work-import.ts');
  await updateImport(app.database.db, failed.id, { state: 'running' });
  await workImport(app.parts, failed.id);
  expect((await app.get(failed.id)).receipt?.items).toMatchObject({ total: 12, outcomes: { arrived: 12 } });
});

test('a dry run writes nothing but its plan', async () => {
  await app.post({ slug: 'tea', title: 'Mine' });
  app.lay(
    sourceOf(
      [
        sourcePost('tea', { front: { title: 'Tea', tags: ['Green'], authors: ['Britta'] }, body: '![x](/lost.png)' }),
        sourcePost('imprint', { isPage: true }),
      ],
      [term('tag', 'Green', 'green'), { kind: 'left-out', file: 'c', what: 'comment', why: 'None here.' }],
    ),
  );
  const planned = await app.plan();
  expect(planned).toMatchObject({ state: 'ready', canRun: true, undoUntil: null });
  expect(planned.plan).toMatchObject({
    posts: 1,
    pages: 1,
    created: 2,
    clashes: { total: 1, first: [{ slug: 'tea-2' }] },
    pictures: { missing: { total: 1 } },
    terms: [{ kind: 'tag', name: 'Green', posts: 1, to: null }],
    authors: { made: ['Britta'] },
    leftOut: [{ what: 'comment', count: 1 }],
  });
  expect(await postAt('tea-2')).toBeNull();
  expect(await listTags(app.database.db)).toEqual([]);
  expect(await listAuthorRecords(app.database.db)).toHaveLength(1);
});

test('no picture is fetched unless the owner says so; then it is stored, and the post shows it from here', async () => {
  const address = 'https://cdn.example/tea.png';
  const bytes = await picture();
  const fetched: string[] = [];
  app.parts.fetchPicture = async (asked) => {
    fetched.push(asked);
    return { bytes, name: 'tea.png' };
  };
  const item: SourceItem = {
    ...{ kind: 'picture', file: 'attachment 3', address, title: null, alt: null, oldAddresses: [] },
  };
  app.lay(
    sourceOf([sourcePost('tea', { front: { title: 'Tea', image: address }, body: `![Tea](${address})` })], [item]),
  );
  expect((await app.plan()).plan?.pictures).toMatchObject({ found: 0, elsewhere: 2, missing: { total: 0 } });
  const off = await app.run();
  expect(fetched).toEqual([]);
  // The picture of the source's library counts as missing; the post shows it from its original address.
  expect(off.receipt?.pictures).toEqual({ stored: 0, missing: 1, gone: 0 });
  expect(await postAt('tea')).toMatchObject({ content: `![Tea](${address})`, featuredImage: address });

  const on = await app.run({ fetchPictures: true });
  expect(new Set(fetched)).toEqual(new Set([address]));
  expect(on.receipt?.pictures).toEqual({ stored: 1, missing: 0, gone: 0 });
  const [, stored = ''] = /^!\[Tea\]\((\/uploads\/[^)]+)\)$/.exec((await postAt('tea'))?.content ?? '') ?? [];
  expect(await postAt('tea')).toMatchObject({ featuredImage: stored });
  expect((await app.http.inject(stored)).statusCode).toBe(200);
});

test('a picture that is not there is accounted for: it is counted and named, and the receipt is complete', async () => {
  app.lay(sourceOf([sourcePost('tea', { body: 'Hot. ![Tea](/lost.png)' })]));
  const done = await app.run();
  expect(done.receipt).toMatchObject({ pictures: { stored: 0, missing: 1 }, isComplete: true });
  expect(await app.items(done.id)).toMatchObject([{ outcome: 'arrived', missingPictures: ['/lost.png'] }]);
});
