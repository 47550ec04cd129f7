import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthor, deleteAuthor, listAuthors, updateAuthor } from '#shared/contract/authors.ts';
import { createCategory, deleteCategory, listCategories, updateCategory } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type HistoryEntry, listHistory, restoreHistory } from '#shared/contract/history.ts';
import {
  deleteImage,
  listImages,
  purgeImage,
  replaceImage,
  updateImage,
  uploadImage,
} from '#shared/contract/images.ts';
import { changePosts } from '#shared/contract/posts/many-posts.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { listPromptTemplates, updatePromptTemplate } from '#shared/contract/prompts.ts';
import { getSettings, updateSettings } from '#shared/contract/settings.ts';
import { createTag, deleteTag, listTags, updateTag } from '#shared/contract/tags.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { discardDraft, discardedAt } from '#shared/workspace/post-draft.ts';
import { savedPrompt, savePrompt } from '#shared/workspace/prompt-document.ts';
import { seedContent } from '../db/seed-content/index.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { forgetHistory } from '../repositories/history/history.ts';
import { keepInHistory } from '../repositories/history/keep.ts';
import { storeShippedPrompts } from '../repositories/prompt-templates.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask as askOf, type CallInput, pathOf, refused as refusedOf } from '../test-call.ts';
import { fromBase64, tombstoneOf, updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'one', title: 'One', categoryId: 4, tags: ['Tea', 'Cake'] },
      { slug: 'two', title: 'Two', categoryId: 4, tags: ['Tea'] },
      { slug: 'three', title: 'Three', categoryId: 5, tags: ['Cake'] },
    ],
  });
  cookie = await app.signIn();
});
afterAll(() => app.close());

const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await askOf(app.http, endpoint, { cookie, ...input })).body;
const refused = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  refusedOf(app.http, endpoint, { cookie, ...input });
const workspace = workspaceCalls(
  () => app,
  () => cookie,
);
const history = (query: CallInput<typeof listHistory>['query'] = {}) => ask(listHistory, { query });
const restore = (id: number) => ask(restoreHistory, { params: { id } });
const lastOf = async (kind: HistoryEntry['kind'], action: HistoryEntry['action']) => {
  const entry = (await history()).find((each) => each.kind === kind && each.action === action);
  if (!entry) throw new Error(`No ${kind} was ${action}`);
  return entry;
};

const posts = async () => {
  const all = await app.database.db.selectFrom('blog_posts').selectAll().orderBy('id').execute();
  return all.map(({ version: _, updated_at: __, content_updated_at: ___, ...post }) => post);
};
const postId = async (slug: string) => (await posts()).find((post) => post.slug === slug)?.id ?? 0;
const authorId = async () => (await ask(listAuthors)).find(({ name }) => name === 'Mira')?.id ?? 0;
const tagId = async (slug: string) => (await ask(listTags)).find((tag) => tag.slug === slug)?.id ?? 0;
const pictures = async () => [await ask(listImages, {}), await ask(listImages, { query: { bin: true } })];
const answers = async (...urls: string[]) =>
  Promise.all(
    urls.map(async (url) => {
      const { statusCode, headers } = await app.http.inject(url);
      return [url, statusCode, headers.location];
    }),
  );

async function upload(width: number, of?: string) {
  const bytes = await sharp({ create: { width, height: 9, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  const payload = new FormData();
  payload.set('image', new File([bytes], `${width}.png`, { type: 'image/png' }));
  const url = of === undefined ? uploadImage.path : pathOf(replaceImage, { filename: of });
  const response = await app.http.inject({ method: 'POST', url, payload, headers: { cookie } });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return uploadImage.response.parse(response.json());
}

/** A document as a device gets it that has stored nothing. */
async function pulled<Kind extends DocumentKind>(id: string, kind: Kind) {
  const [compared] = (await workspace.compare()).documents.filter(({ documentId }) => documentId === id);
  const updates = compared?.update ? [fromBase64(compared.update)] : [];
  return { isDeleted: (compared?.deleted.length ?? 0) > 0, document: openDocument({ id, kind }, updates) };
}

async function pushed<Kind extends DocumentKind>(
  id: string,
  kind: Kind,
  change: (document: ReturnType<typeof openDocument<Kind>>) => void,
) {
  const { document } = await pulled(id, kind);
  const seen = document.stateVector();
  change(document);
  document.touch(app.clock.now());
  await workspace.push(updateOf(id, document.encode(seen), kind));
}

async function removed(id: string, kind: DocumentKind) {
  const { document } = await pulled(id, kind);
  await workspace.push(tombstoneOf(id, document.stateVector(), kind));
}

interface Thing {
  kind: HistoryEntry['kind'];
  action?: HistoryEntry['action'];
  name: string;
  make?(): Promise<unknown>;
  /** Deletes or replaces the thing. */
  change(): Promise<unknown>;
  /** Everything that must be as before after the way back. */
  see(): Promise<unknown>;
}

/** One thing of each kind, for each way in which it is deleted or replaced. */
const things: Record<string, Thing> = {
  'a deleted post': {
    ...{ kind: 'post', name: 'One' },
    change: async () => ask(deletePost, { params: { id: await postId('one') } }),
    see: async () => [
      (await posts()).map((post) => ({ ...post, deleted_at: post.deleted_at !== null })),
      await answers('/post/one'),
    ],
  },
  'a replaced post': {
    ...{ kind: 'post', action: 'replaced', name: 'One' },
    change: async () =>
      ask(updatePost, {
        params: { id: await postId('one') },
        body: { title: 'Another', content: 'Other *words*.', tags: ['New'], categoryId: 1 },
      }),
    see: async () => [await posts(), await answers('/post/one')],
  },
  'a post that was unpublished': {
    ...{ kind: 'post', action: 'replaced', name: 'Two' },
    change: async () =>
      ask(changePosts, { body: { changes: [{ posts: [{ id: await postId('two') }], set: { published: false } }] } }),
    see: async () => [await posts(), await answers('/post/two')],
  },
  'a deleted category': {
    ...{ kind: 'category', name: 'Travel' },
    change: () => ask(deleteCategory, { params: { id: 4 }, query: { moveTo: 5 } }),
    see: async () => [await ask(listCategories), await posts(), await answers('/category/travel')],
  },
  'a replaced category': {
    ...{ kind: 'category', action: 'replaced', name: 'Travel' },
    change: () => ask(updateCategory, { params: { id: 4 }, body: { name: 'Wellness', slug: 'wellness', icon: 'sun' } }),
    see: async () => [await ask(listCategories), await answers('/category/travel', '/category/wellness')],
  },
  'a deleted author': {
    ...{ kind: 'author', name: 'Mira' },
    async make() {
      const { id } = await ask(createAuthor, { body: { name: 'Mira L', email: 'mira@example.com', bio: 'b' } });
      await ask(updateAuthor, { params: { id }, body: { name: 'Mira' } });
      await ask(changePosts, { body: { changes: [{ posts: [{ id: await postId('one') }], set: { authorId: id } }] } });
    },
    change: async () => ask(deleteAuthor, { params: { id: await authorId() }, query: { moveTo: 1 } }),
    see: async () => [await ask(listAuthors), await posts(), await answers('/author/mira', '/author/mira-l')],
  },
  'a replaced author': {
    ...{ kind: 'author', action: 'replaced', name: 'Ada Byron' },
    change: () => ask(updateAuthor, { params: { id: 1 }, body: { name: 'Others', bio: '', avatar: '/a.png' } }),
    see: async () => [await ask(listAuthors), await posts(), (await answers('/author/ada-byron')).flat()[1]],
  },
  'a deleted tag': {
    ...{ kind: 'tag', name: 'Tea' },
    change: async () => ask(deleteTag, { params: { id: await tagId('tea') } }),
    see: async () => [await ask(listTags), await posts(), await answers('/tag/tea')],
  },
  'a renamed tag': {
    ...{ kind: 'tag', action: 'replaced', name: 'Tea' },
    change: async () => ask(updateTag, { params: { id: await tagId('tea') }, body: { name: 'Green tea' } }),
    see: async () => [await ask(listTags), await posts(), (await answers('/tag/tea')).flat()[1]],
  },
  'a merged tag': {
    ...{ kind: 'tag', name: 'Tea' },
    change: async () =>
      ask(updateTag, { params: { id: await tagId('tea') }, body: { mergeInto: await tagId('cake') } }),
    see: async () => [await ask(listTags), await posts(), await answers('/tag/tea', '/tag/cake')],
  },
  'a deleted picture': {
    ...{ kind: 'picture', name: '20.png' },
    make: () => upload(20),
    change: async () => ask(deleteImage, { params: { image: 1 } }),
    see: async () => (await pictures()).map((list) => list.map(({ id }) => id)),
  },
  'the words of a picture': {
    ...{ kind: 'picture', action: 'replaced', name: 'Dusk' },
    async make() {
      const { filename } = await upload(20);
      await ask(updateImage, { params: { filename }, body: { title: 'Dusk' } });
    },
    async change() {
      const filename = (await ask(listImages)).find(({ metadata }) => metadata.title === 'Dusk')?.filename ?? '';
      await ask(updateImage, { params: { filename }, body: { title: 'T', alt: 'A', focus: '1 2' } });
    },
    see: pictures,
  },
  'a setting': {
    ...{ kind: 'settings', action: 'replaced', name: 'Tagline, Support address' },
    change: () => ask(updateSettings, { body: { tagline: 'Other', contact: { support: 'a@example.com' } } }),
    see: async () => [await ask(getSettings)],
  },
  'a prompt': {
    ...{ kind: 'prompt', action: 'replaced', name: seedContent.promptTemplates[0]?.title ?? '' },
    make: () => storeShippedPrompts(app.database.db, seedContent.promptTemplates, app.clock.now()),
    change: () => ask(updatePromptTemplate, { params: { stepNumber: 1 }, body: { prompt: 'Mine' } }),
    // A prompt that comes back is a new version, so the version is not compared.
    see: async () => (await ask(listPromptTemplates)).map(({ version: _, ...prompt }) => prompt),
  },
  'a custom prompt': {
    ...{ kind: 'prompt', name: 'Custom prompt: a-step' },
    make: () => pushed('prompt:a-step', 'prompt', (document) => savePrompt(document, 'x', 'Mine')),
    change: () => removed('prompt:a-step', 'prompt'),
    async see() {
      const { document, isDeleted } = await pulled('prompt:a-step', 'prompt');
      return [savedPrompt(document), isDeleted];
    },
  },
  'a replaced custom prompt': {
    ...{ kind: 'prompt', action: 'replaced', name: 'Custom prompt: a-step' },
    make: () => pushed('prompt:a-step', 'prompt', (document) => savePrompt(document, 'x', 'Mine')),
    change: () => pushed('prompt:a-step', 'prompt', (document) => savePrompt(document, 'y', 'Other')),
    see: async () => savedPrompt((await pulled('prompt:a-step', 'prompt')).document),
  },
  'a discarded draft': {
    ...{ kind: 'draft', name: 'Long nights' },
    make: () =>
      pushed('draft:new-a', 'draft', (document) => {
        document.setText('title', 'Long nights');
        document.setText('content', 'Words.');
      }),
    change: () => pushed('draft:new-a', 'draft', (document) => discardDraft(document, app.clock.now())),
    async see() {
      const { document } = await pulled('draft:new-a', 'draft');
      return [document.text('title'), document.text('content'), discardedAt(document)];
    },
  },
  'a deleted draft of the prompts': {
    ...{ kind: 'draft', name: 'Written' },
    make: () => pushed('draft:generated-a', 'draft', (document) => document.setText('title', 'Written')),
    change: () => removed('draft:generated-a', 'draft'),
    async see() {
      const { document, isDeleted } = await pulled('draft:generated-a', 'draft');
      return [document.text('title'), isDeleted];
    },
  },
  'a deleted run': {
    ...{ kind: 'run', name: 'Runners, Pace' },
    make: () =>
      pushed('run:a', 'run', (document) => {
        document.setField('form', { targetMarket: 'Runners', productApp: 'Pace' });
        document.setText('output:research', 'What was written');
      }),
    change: () => removed('run:a', 'run'),
    async see() {
      const { document, isDeleted } = await pulled('run:a', 'run');
      return [document.fields(), document.text('output:research'), isDeleted];
    },
  },
};

test.each(Object.entries(things))('%s comes back as it was, and a restoration is taken back', async (_, thing) => {
  const { kind, action = 'deleted', name } = thing;
  await thing.make?.();
  const before = await thing.see();
  await thing.change();
  const after = await thing.see();
  expect(after).not.toEqual(before);

  const entry = await lastOf(kind, action);
  expect(entry).toMatchObject({
    name,
    postId: kind === 'post' ? expect.any(Number) : null,
    lost: null,
    origin: { kind: 'browser', device: 'Unknown browser' },
  });
  const { undo } = await restore(entry.id);
  expect(await thing.see()).toEqual(before);
  expect(await restore(entry.id), 'a second time changes nothing').toEqual({ undo: null });
  expect(await thing.see()).toEqual(before);

  expect((await history()).find(({ id }) => id === undo)?.kind).toBe(kind);
  await restore(undo ?? 0);
  expect(await thing.see()).toEqual(after);
  await restore(undo ?? 0);
  expect(await thing.see()).toEqual(after);
  // Restores the thing for the next test.
  await restore(entry.id);
});

test('a category comes back to the posts that are still where they were moved to', async () => {
  const { id } = await ask(createCategory, { body: { name: 'Boats', slug: 'boats', color: 'c', icon: 'i' } });
  const [one, two] = [await postId('one'), await postId('two')];
  const move = (categoryId: number, ...ids: number[]) =>
    ask(changePosts, { body: { changes: [{ posts: ids.map((post) => ({ id: post })), set: { categoryId } }] } });
  await move(id, one, two);
  await ask(deleteCategory, { params: { id }, query: { moveTo: 1 } });
  await move(2, two);
  await restore((await lastOf('category', 'deleted')).id);
  expect((await ask(getPostById, { params: { id: one } })).category.slug).toBe('boats');
  expect((await ask(getPostById, { params: { id: two } })).category.id).toBe(2);
});

const fields = { slug: 'kites', color: 'c', icon: 'i' };
test.each<[string, string, () => Promise<unknown>]>([
  [
    'a category whose name another has',
    'Another category is called “Kites” by now, or has its address. Rename that one, then restore this one.',
    async () => {
      const { id } = await ask(createCategory, { body: { ...fields, name: 'Kites' } });
      await ask(deleteCategory, { params: { id } });
      await ask(createCategory, { body: { ...fields, name: 'KITES', slug: 'others' } });
    },
  ],
  [
    'an author whose e-mail address another has',
    'Another author has the e-mail address or the address of “Kim” by now. Change theirs, then restore this one.',
    async () => {
      const { id } = await ask(createAuthor, { body: { name: 'Kim', email: 'k@example.com' } });
      await ask(deleteAuthor, { params: { id } });
      await ask(createAuthor, { body: { name: 'Lee', email: 'K@example.com' } });
    },
  ],
  [
    'a tag whose name another has',
    'Another tag is called “Kite” by now. Rename or delete that one, then restore this one.',
    async () => {
      const { id } = await ask(createTag, { body: { name: 'Kite' } });
      await ask(deleteTag, { params: { id } });
      await ask(createTag, { body: { name: 'kite' } });
    },
  ],
  [
    'a post whose address another has',
    'Another post has the address “kite” by now. Change the slug of that one, then restore this one.',
    async () => {
      const post = { title: 'K', slug: 'kite', excerpt: 'E', content: 'C', categoryId: 1, readTime: 1 };
      const { id } = await ask(createPost, { body: post });
      await ask(deletePost, { params: { id } });
      await ask(createPost, { body: post });
    },
  ],
])('%s stays deleted, and it is said what to do', async (_, message, change) => {
  await change();
  const [entry] = await history({ action: 'deleted' });
  expect(await refused(restoreHistory, { params: { id: entry?.id ?? 0 } })).toMatchObject({
    code: 'history_conflict',
    message,
  });
});

test('what was replaced in a post or a category that is gone waits until that is back', async () => {
  const id = await postId('three');
  await ask(updatePost, { params: { id }, body: { title: 'Threes' } });
  await ask(deletePost, { params: { id } });
  const { id: entry } = await lastOf('post', 'replaced');
  expect((await refused(restoreHistory, { params: { id: entry } })).code).toBe('history_conflict');
  await restore((await lastOf('post', 'deleted')).id);
  await restore(entry);
  expect(await ask(getPostById, { params: { id } })).toMatchObject({ title: 'Three', deletedAt: null });
});

test('a file that another has replaced has its address again, and led elsewhere while it was gone', async () => {
  const { url, filename } = await upload(31);
  await upload(32, filename);
  const entry = await lastOf('picture', 'replaced');
  const led = await answers(url);
  const { undo } = await restore(entry.id);
  expect((await ask(listImages)).map((picture) => picture.url)).toContain(url);
  await restore(undo ?? 0);
  expect((await ask(listImages)).map((picture) => picture.url)).not.toContain(url);
  expect(await answers(url)).toEqual(led);
});

test('what was deleted for good is told so, and does not come back', async () => {
  const { filename } = await upload(33);
  await ask(deleteImage, { params: { image: filename } });
  await ask(purgeImage, { params: { image: filename } });
  const { id, lost } = await lastOf('picture', 'deleted');
  expect(lost).toBe('for-good');
  expect(await refused(restoreHistory, { params: { id } })).toMatchObject({
    code: 'history_gone',
    message: 'This was deleted for good, so that it cannot be restored.',
  });
});

test('an entry that cannot be read is told of and hides no other', async () => {
  const { db } = app.database;
  await ask(updateSettings, { body: { tagline: 'Third' } });
  const { id: broken } = await lastOf('settings', 'replaced');
  await db.deleteFrom('history_states').where('history_id', '=', broken).execute();
  await db
    .insertInto('history_states')
    .values({ history_id: broken, state: Buffer.from('no state') })
    .execute();
  const odd = { at: new Date(app.clock.now()).toISOString(), subject: 'x', folded: 'x', device: '', ref: null };
  await db
    .insertInto('history')
    .values({ ...odd, kind: 'hologram', action: 'deleted', name: 'X', origin: 'mars' })
    .execute();
  const [first, second] = await history();
  expect(first).toMatchObject({ kind: null, lost: 'unreadable', origin: { kind: 'unknown' } });
  expect(second).toMatchObject({ id: broken, lost: null });
  for (const id of [first?.id ?? 0, broken]) {
    expect(await refused(restoreHistory, { params: { id } })).toMatchObject({
      code: 'history_gone',
      message: 'What was kept of this cannot be read. Nothing was changed.',
    });
  }
});

test('what is larger than can be kept is told so', async () => {
  const { db } = app.database;
  const state = { was: 'replaced' as const, prompt: 'x'.repeat(1024 * 1024) };
  const kept = { kind: 'prompt', action: 'replaced', subject: 'x', name: 'Long' } as const;
  const id = await keepInHistory(db, { ...kept, state }, app.clock.now());
  expect((await history())[0]).toMatchObject({ id, lost: 'too-large' });
  expect((await refused(restoreHistory, { params: { id } })).code).toBe('history_gone');
});

test('the list has pages, and is narrowed by kind, by what was done, and by words of the name', async () => {
  const { id } = await ask(createTag, { body: { name: 'Crème brûlée' } });
  await ask(deleteTag, { params: { id } });
  const all = await history();
  const seen = [];
  for (let cursor: string | undefined; ; ) {
    const { body, headers } = await askOf(app.http, listHistory, {
      cookie,
      query: { limit: 7, ...(cursor !== undefined && { cursor }) },
    });
    expect(headers['x-total-count']).toBe(String(all.length));
    seen.push(...body);
    cursor = /cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1];
    if (cursor === undefined) break;
  }
  expect(seen).toEqual(all);
  expect((await history({ q: 'BRULEE  cre' })).map(({ name }) => name)).toEqual(['Crème brûlée']);
  expect(new Set((await history({ kind: 'tag', action: 'replaced' })).map(({ name }) => name))).toEqual(
    new Set(['Tea', 'Green tea']),
  );
  expect((await refused(listHistory, { query: { cursor: 'nonsense' } })).code).toBe('invalid_input');
  expect((await refused(listHistory, { query: { kind: 'hologram' } })).code).toBe('invalid_input');
});

test('a draft that is typed on, or whose words are in a post, is not in History', async () => {
  const before = await history();
  await pushed('draft:new-b', 'draft', (document) => document.setText('title', 'Typed'));
  await pushed('draft:new-b', 'draft', (document) => document.setText('title', 'Typed on'));
  await removed('draft:new-b', 'draft');
  expect(await history()).toEqual(before);
});

test('it is said from which browser or computer a change came, and what the server did by itself', async () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
  const signedInAs = async (userAgent: string, via: string) => {
    const header = await app.signIn();
    const row = await app.database.db.selectFrom('sessions').select(['sid', 'sess']).execute();
    const last = row.at(-1);
    const sess = JSON.stringify({ ...JSON.parse(last?.sess ?? '{}'), userAgent, via });
    await app.database.db
      .updateTable('sessions')
      .set({ sess })
      .where('sid', '=', last?.sid ?? '')
      .execute();
    return header;
  };
  await app.database.db.deleteFrom('sessions').execute();
  const origins = [];
  for (const [index, via] of ['browser', 'desktop'].entries()) {
    await app.database.db.deleteFrom('sessions').execute();
    const other = await signedInAs(windows, via);
    await ask(updateSettings, { cookie: other, body: { tagline: `From ${index}` } });
    cookie = other;
    origins.push((await history())[0]?.origin);
  }
  const kept = { kind: 'settings', action: 'replaced', subject: 'site', name: 'Tagline' } as const;
  await keepInHistory(app.database.db, kept, app.clock.now());
  origins.push((await history())[0]?.origin);
  expect(origins).toEqual([
    { kind: 'browser', device: 'Chrome on Windows' },
    { kind: 'app', device: 'Desktop app on Windows' },
    { kind: 'server', device: '' },
  ]);
});

test('an entry is unknown, or gone after 30 days', async () => {
  const [last] = await history();
  const id = last?.id ?? 0;
  expect((await refused(restoreHistory, { params: { id: id + 1 } })).code).toBe('not_found');
  app.clock.advance(30 * DAY + 1);
  cookie = await app.signIn();
  expect(await history()).toEqual([]);
  expect((await refused(restoreHistory, { params: { id } })).code).toBe('history_gone');
  await forgetHistory(app.database.db, app.clock.now() - 30 * DAY, 10_000);
  expect((await refused(restoreHistory, { params: { id } })).code).toBe('history_gone');
  const left = await app.database.db.selectFrom('history_states').select('history_id').execute();
  expect(left).toEqual([]);
});
