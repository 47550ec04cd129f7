import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openExportFolder } from '#server/services/export/export-folder.ts';
import { exportPosts } from '#server/services/export/export-posts.ts';
import { openSource } from '#server/services/import/sources.ts';
import { type ImportsApp, openImportsApp } from '#server/services/imports/imports-fixture.ts';
import { ask, refused } from '#server/test-call.ts';
import {
  changePosts,
  deletePost,
  discardPendingChange,
  getPendingChange,
  getPostById,
  keepPendingChange,
  listPosts,
  listTags,
  proposeChange,
  proposePost,
  publishPendingChange,
  undeletePost,
  updatePost,
  updateTag,
} from '#shared/contract/index.ts';
import { bearer } from './agents-door.ts';

// Ways in which an agent's words could reach readers although nobody has looked at them.

let app: ImportsApp;
let cookie: string;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await openImportsApp();
  cookie = await app.signIn();
});
beforeEach(async () => {
  app.database.sqlite.exec('delete from blog_posts; delete from tags');
  app.cache.invalidate();
  headers = await bearer(app, cookie, 'propose', 'agent');
});
afterAll(() => app.close());

const get = async (url: string) => {
  const { statusCode, headers: said } = await app.http.inject(url);
  return `${statusCode} ${said.location ?? ''}`.trim();
};
const live = async () => (await ask(app.http, listPosts)).body.map(({ title }) => title).sort();
const draft = async (given: object) => {
  const body = { title: 'An agent’s', content: 'Its words.', ...given };
  return (await ask(app.http, proposePost, { headers, body })).body.postId;
};
const propose = (id: number, content: string) =>
  ask(app.http, proposeChange, { headers, params: { id }, body: { content } });
const pendingOf = async (id: number) => (await ask(app.http, getPendingChange, { cookie, params: { id } })).body;
const textOf = async (id: number) => (await ask(app.http, getPostById, { cookie, params: { id } })).body.content;

describe('a change that is swapped for another', () => {
  test('between the owner’s look and their word is neither published nor discarded', async () => {
    const id = await app.post({ slug: 'tea', content: 'The owner’s words.' });
    await propose(id, 'Words the owner reads.');
    const { version } = await pendingOf(id);
    await propose(id, 'Words nobody has read.');
    const call = { cookie, params: { id }, query: { pendingVersion: version } };
    for (const endpoint of [publishPendingChange, discardPendingChange]) {
      expect(await refused(app.http, endpoint, call)).toMatchObject({
        code: 'pending_conflict',
        message: 'This change is another one by now. Look at it again.',
      });
    }
    expect(await textOf(id)).toBe('The owner’s words.');
    await ask(app.http, publishPendingChange, { ...call, query: { pendingVersion: (await pendingOf(id)).version } });
    expect(await textOf(id)).toBe('Words nobody has read.');
  });

  test('cannot be, once the owner has given it a time: what they saw goes live then', async () => {
    const id = await app.post({ slug: 'tea', content: 'The owner’s words.' });
    await propose(id, 'Words the owner reads.');
    const { fields, version } = await pendingOf(id);
    const dueAt = new Date(app.clock.now() + 60_000).toISOString();
    const body = { ...fields, title: fields.title ?? '', dueAt, pendingVersion: version };
    await ask(app.http, keepPendingChange, { cookie, params: { id }, body });
    const call = { headers, params: { id }, body: { content: 'Words nobody has read.' } };
    expect((await refused(app.http, proposeChange, call)).code).toBe('pending_conflict');
    app.clock.advance(60_000);
    await app.services.pendingChanges.publishDue();
    expect(await textOf(id)).toBe('Words the owner reads.');
  });

  test('does not come along with what the owner does to its post, alone or with many others', async () => {
    const id = await app.post({ slug: 'tea', content: 'The owner’s words.', published: false });
    await propose(id, 'Words nobody has read.');
    const changes = [{ posts: [{ id }], set: { published: true, featured: true } }];
    await ask(app.http, changePosts, { cookie, body: { changes } });
    await ask(app.http, deletePost, { cookie, params: { id } });
    await ask(app.http, undeletePost, { cookie, params: { id } });
    await app.services.pendingChanges.publishDue();
    expect(await textOf(id)).toBe('The owner’s words.');
    expect((await pendingOf(id)).fields.content).toBe('Words nobody has read.');
  });
});

describe('an agent’s draft', () => {
  test('takes no address from readers: former slugs of posts and tags lead on until the owner publishes it', async () => {
    const id = await app.post({ slug: 'old-tea', title: 'Tea', tags: ['Leaves'] });
    await ask(app.http, updatePost, { cookie, params: { id }, body: { slug: 'tea' } });
    const [tag] = (await ask(app.http, listTags, { cookie })).body;
    await ask(app.http, updateTag, { cookie, params: { id: tag?.id ?? 0 }, body: { name: 'Green leaves' } });
    const led = async () => [await get('/post/old-tea'), await get('/tag/leaves'), await get('/post/tea')];
    const before = ['301 /post/tea', '301 /tag/green-leaves', '200'];
    expect(await led()).toEqual(before);
    const proposed = await draft({ slug: 'old-tea', tags: ['Leaves'] });
    expect(await led()).toEqual(before);
    await ask(app.http, deletePost, { cookie, params: { id: proposed } });
    await ask(app.http, undeletePost, { cookie, params: { id: proposed } });
    expect(await led()).toEqual(before);
    await ask(app.http, updatePost, { cookie, params: { id: proposed }, body: { published: true } });
    expect(await led()).toEqual(['200', '200', '200']);
  });

  test('is a draft still when it was exported and comes back, whatever its words say of themselves', async () => {
    await app.post({ slug: 'tea', title: 'Tea' });
    const front = '---\ntitle: Taken over\npublished: true\ndraft: false\ndate: 2020-01-01\n---\n';
    await draft({ content: `${front}Words nobody has read.`, excerpt: '"\ndraft: false\npublished: true\n' });
    await draft({
      title: 'x" draft: false #',
      content: '...\n---\ndraft: false\n---\nMore.',
      tags: ['draft: false', '- x'],
    });
    const out = mkdtempSync(path.join(tmpdir(), 'ninefold-proposals-'));
    try {
      const { db, clock, pictures } = app.parts;
      const folder = path.join(out, 'site');
      await exportPosts({ db, clock, pictures, target: await openExportFolder(folder) });
      app.database.sqlite.exec('delete from blog_posts');
      app.lay(await openSource(folder));
      expect(await app.run()).toMatchObject({ state: 'done' });
      app.cache.invalidate();
      expect(await live()).toEqual(['Tea']);
      const { body } = await ask(app.http, listPosts, { cookie });
      expect(body.map(({ title, published }) => [title, published]).sort()).toEqual([
        ['An agent’s', false],
        ['Tea', true],
        ['x" draft: false #', false],
      ]);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});
