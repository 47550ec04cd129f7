import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { listPostRevisions, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { folderBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '../../adapters/picture-files.ts';
import { openDatabase } from '../../db/open.ts';
import { DATABASE_FILE } from '../../paths.ts';
import type { PostEvent } from '../../repositories/posts/post-events.ts';
import type { DurableListener } from '../../services/events/durable-listener.ts';
import { importPosts } from '../../services/import/import-posts.ts';
import { openSource } from '../../services/import/sources.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../test-app.ts';
import { ask } from '../../test-call.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

/** Starts a server with a listener that records what it hears, each event once. */
async function listeningApp(options: TestAppOptions = {}, isOutside = false) {
  const heard = new Map<string, PostEvent>();
  const listener: DurableListener = {
    name: 'test',
    isOutside,
    async handle(events) {
      for (const event of events) heard.set(event.id, event);
    },
  };
  const running = await createTestApp({ ...options, listeners: [listener] });
  app = running;
  const news = () => {
    const events = [...heard.values()];
    heard.clear();
    return events.map(({ type, cause }) => `${type} ${cause}`);
  };
  /** Resolves when at least this number of events was heard since the last time. */
  const hear = async (count: number) => {
    await expect.poll(() => heard.size).toBeGreaterThanOrEqual(count);
    return news();
  };
  return { ...running, hear, news, cookie: await running.signIn() };
}

const fields = {
  title: 'Tea',
  slug: 'tea',
  excerpt: 'About tea.',
  content: 'Words about tea.',
  categoryId: 1,
  published: true,
  readTime: 1,
} satisfies Partial<PostFields>;

test('each of the owner’s calls is told, and of those that were refused or changed nothing there is nothing to tell', async () => {
  const { http, cookie, hear, news } = await listeningApp();
  const { body: post } = await ask(http, createPost, { body: fields, cookie });
  expect(await hear(2)).toEqual(['written save', 'went-live save']);
  const { id } = post;
  const call = (body: object) => ask(http, updatePost, { params: { id }, body, cookie });
  await call({ title: 'Tea' });
  await http.inject({ method: 'POST', url: createPost.path, payload: fields, headers: { cookie } });
  await call({ title: 'Green tea' });
  expect(await hear(1)).toEqual(['written save']);
  const { body: revisions } = await ask(http, listPostRevisions, { params: { id }, cookie });
  const revisionId = revisions[0]?.id ?? 0;
  await ask(http, restorePostRevision, { params: { id, revisionId }, cookie });
  expect(await hear(1)).toEqual(['written save']);
  await ask(http, saveDraft, { body: { id, title: 'Tea' }, cookie });
  expect(await hear(2)).toEqual(['written save', 'taken-down save']);
  await call({ published: true });
  expect(await hear(2)).toEqual(['written save', 'went-live save']);
  await ask(http, deletePost, { params: { id }, cookie });
  expect(await hear(2)).toEqual(['taken-down save', 'gone save']);
  await ask(http, undeletePost, { params: { id }, cookie });
  expect(await hear(2)).toEqual(['written undelete', 'went-live undelete']);
  expect(news()).toEqual([]);
});

test('a post that is written by a thread is told like any other', async () => {
  const { http, cookie, hear } = await listeningApp();
  const content = `\`\`\`\n${`${'and more words '.repeat(5)}\n`.repeat(1400)}\`\`\``;
  const { body } = await ask(http, createPost, { body: { ...fields, content }, cookie });
  expect(await hear(2)).toEqual(['written save', 'went-live save']);
  await ask(http, updatePost, { params: { id: body.id }, body: { published: false }, cookie });
  expect(await hear(2)).toEqual(['written save', 'taken-down save']);
});

test('an import beside the running server is told by the server, and to nobody outside', async () => {
  const { folder, clock, services, hear } = await listeningApp();
  const posts = path.join(folder, 'posts');
  mkdirSync(posts);
  writeFileSync(path.join(posts, '2014-03-12-tea.md'), '---\ntitle: Tea\n---\n\nWords.\n');
  const other = openDatabase(path.join(folder, DATABASE_FILE));
  const { content } = services;
  const pictures = createPictureFiles(folderBlobs(folder));
  const tea = await openSource(posts);
  await importPosts({ db: other.db, clock, content, pictures, source: tea, fallback: 'technology' });
  expect(await hear(2)).toEqual(['written import', 'went-live import']);
  await other.close();

  await app?.close({ keepFolder: true });
  const outside = await listeningApp({ folder }, true);
  writeFileSync(path.join(posts, '2014-03-13-cups.md'), '---\ntitle: Cups\n---\n\nWords.\n');
  const { db, close } = openDatabase(path.join(folder, DATABASE_FILE));
  const source = await openSource(posts);
  await importPosts({ db, clock, content: outside.services.content, pictures, source, fallback: 'technology' });
  await close();
  await ask(outside.http, createPost, { body: { ...fields, slug: 'own' }, cookie: outside.cookie });
  expect(await outside.hear(2)).toEqual(['written save', 'went-live save']);
});

test('what happened while the server was down, or could not be delivered before, is delivered when it starts', async () => {
  const soon = { slug: 'soon', published: true, publishedAt: '2025-06-01T13:00:00.000Z' };
  const first = await listeningApp({ posts: [soon] });
  const { folder } = first;
  await first.close({ keepFolder: true });
  const other = openDatabase(path.join(folder, DATABASE_FILE));
  other.sqlite.prepare("update event_cursors set seq = 0 where listener = 'test'").run();
  await other.close();
  const second = await listeningApp({ folder, now: Date.parse('2025-06-02T00:00:00.000Z') });
  expect(await second.hear(2)).toEqual(['written save', 'went-live schedule']);
});
