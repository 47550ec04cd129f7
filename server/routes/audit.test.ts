import { afterEach, beforeEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import {
  type AuditEntry,
  changePosts,
  createCategory,
  createPost,
  createToken,
  deleteCategory,
  deletePost,
  deleteToken,
  endSession,
  exportSite,
  listAudit,
  listPosts,
  listSessions,
  login,
  logout,
  undeletePost,
  updateCategory,
  updateCredentials,
  updatePost,
  updateSettings,
} from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, type CallInput, pathOf, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  await app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash('the right one') })
    .execute();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const FROM = '2001:db8:1:2:3:4:5:6';
const call = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  ask(app.http, endpoint, { cookie, from: FROM, ...input });
const list = async (query: Record<string, string> = {}) =>
  (await ask(app.http, listAudit, { cookie: await app.signIn(), query })).body;
const told = (entries: AuditEntry[]) => entries.map(({ event, name }) => (name === '' ? event : `${event} ${name}`));

const post = {
  ...{ title: 'A post', slug: 'a-post', excerpt: 'Short.', content: 'The words of the post.', categoryId: 1 },
  ...{ published: true, featured: false, readTime: 1 },
};

test('what is done to a post is noted with who did it, from where, and none of its words', async () => {
  const { body } = await call(createPost, { body: post });
  await call(updatePost, { params: { id: body.id }, body: { excerpt: 'Shorter.' } });
  await call(updatePost, { params: { id: body.id }, body: { published: false } });
  await call(deletePost, { params: { id: body.id } });
  await call(undeletePost, { params: { id: body.id } });
  const entries = await list();
  expect(told(entries)).toEqual([
    'post_restored A post',
    'post_deleted A post',
    'post_unpublished A post',
    'post_saved A post',
    'post_published A post',
    'post_created A post',
  ]);
  expect(entries[0]).toMatchObject({
    class: 'action',
    subject: String(body.id),
    actor: { kind: 'browser' },
    network: '2001:db8:1:2',
  });
  expect(JSON.stringify(entries)).not.toContain('The words');
});

test('an action on many posts is one entry', async () => {
  const ids = [await app.post(), await app.post(), await app.post()];
  const before = (await list()).length;
  const posts = ids.map((id) => ({ id }));
  for (const [index, set] of [{ published: false }, { deleted: true }, { deleted: false }].entries()) {
    await call(changePosts, { body: { changes: [{ posts, set }] } });
    const entries = await list();
    expect(entries).toHaveLength(before + index + 1);
    expect(entries[0]).toMatchObject({ event: 'posts_changed', details: { changed: '3', posts: ids.join(', ') } });
  }
});

test('a post whose time comes is published by the server', async () => {
  const publishedAt = new Date(app.clock.now() + 60_000).toISOString();
  await call(createPost, { body: { ...post, publishedAt } });
  app.clock.advance(120_000);
  const { body } = await ask(app.http, listPosts);
  const [first] = body;
  await call(updatePost, { params: { id: first?.id ?? 0 }, body: { excerpt: 'Shorter.' } });
  const published = (await list()).filter(({ event }) => event === 'post_published');
  expect(published.map(({ actor, network }) => [actor.kind, network])).toEqual([['server', null]]);
});

test('categories, settings and exports are noted', async () => {
  const { body } = await call(createCategory, {
    body: { name: 'Tea', slug: 'tea', description: '', color: 'category-technology', icon: 'cpu' },
  });
  await call(updateCategory, { params: { id: body.id }, body: { description: 'Leaves.' } });
  await call(deleteCategory, { params: { id: body.id } });
  await call(updateSettings, { body: { tagline: 'Another' } });
  await app.http.inject({ url: exportSite.path, headers: { cookie } });
  expect((await list()).map(({ event }) => event)).toEqual([
    'export_made',
    'settings_changed',
    'category_deleted',
    'category_changed',
    'category_created',
  ]);
});

test('sign-ins, changes of the account and its sessions are noted', async () => {
  const { email } = await app.database.db.selectFrom('admin_users').selectAll().executeTakeFirstOrThrow();
  const headers = { 'x-ninefold-client': 'desktop', 'user-agent': 'Ninefold Linux' };
  await ask(app.http, login, { body: { email, password: 'the right one' }, headers, from: FROM });
  await call(updateCredentials, { body: { email: 'new@example.com', password: 'quite a new one' } });
  await app.signIn();
  const sessions = await call(listSessions);
  const other = sessions.body.find(({ current }) => !current);
  await call(endSession, { params: { id: other?.id ?? '' } });
  await call(logout);
  const entries = await list({ class: 'security' });
  expect(entries.map(({ event, actor }) => [event, actor.kind])).toEqual([
    ['signed_out', 'browser'],
    ['session_ended', 'browser'],
    ['password_changed', 'browser'],
    ['email_changed', 'browser'],
    ['signed_in', 'app'],
  ]);
  expect(entries[3]?.details).toEqual({ before: email, after: 'new@example.com' });
  expect(JSON.stringify(entries)).not.toMatch(/quite a new one|the right one|argon2/);
});

test('tokens are noted when they are made, ended, and used from a network for the first time', async () => {
  const { body } = await call(createToken, { body: { name: 'Script', kind: 'program', scope: 'read' } });
  const use = (from: string) =>
    app.http.inject({ url: '/api/proposals', headers: { authorization: `Bearer ${body.token}` }, remoteAddress: from });
  for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) expect((await use(from)).statusCode).toBe(200);
  await call(deleteToken, { params: { id: body.id } });
  await use('192.0.2.1');
  const entries = await list();
  expect(entries.map(({ event, network }) => [event, network])).toEqual([
    ['token_refused', '192.0.2.1'],
    ['token_ended', '2001:db8:1:2'],
    ['token_new_network', '192.0.2.2'],
    ['token_new_network', '192.0.2.1'],
    ['token_made', '2001:db8:1:2'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(body.token);
});

test('what is refused is noted in sums, by network and call', async () => {
  const from = anotherReader();
  const send = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'POST', url, headers, payload: {}, remoteAddress: from });
  for (let time = 0; time < 6; time += 1) {
    await refused(app.http, login, { body: { email: 'owner@secret.example', password: 'wrong' }, from });
  }
  for (let time = 0; time < 3; time += 1) await send(pathOf(logout), { origin: 'https://evil.example', cookie });
  await send('/api/contact', { host: 'evil.example' });
  await app.services.audit.close();
  const entries = await list({ class: 'refused' });
  expect(entries.map(({ event, name, count }) => [event, name, count])).toEqual([
    ['cross_site_refused', '/api/auth/logout', 2],
    ['sign_in_failed', '', 4],
    ['unknown_host_refused', '/api/contact', 1],
    ['cross_site_refused', '/api/auth/logout', 1],
    ['sign_in_locked', '', 1],
    ['sign_in_failed', '', 1],
  ]);
  expect(new Set(entries.map(({ actor, network }) => `${actor.kind} ${network}`))).toEqual(
    new Set([`stranger ${from}`]),
  );
});

test('a disk that takes no entry keeps nobody from signing out', async () => {
  app.database.sqlite.exec(
    "create trigger full before insert on audit begin select raise(abort, 'database or disk is full'); end",
  );
  await call(logout);
  expect((await app.http.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode).toBe(401);
});

test('the log is the owner’s: neither a reader nor a token reads it', async () => {
  expect((await refused(app.http, listAudit)).code).toBe('unauthorized');
  const { body } = await call(createToken, { body: { name: 'All', kind: 'program', scope: 'publish' } });
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await refused(app.http, listAudit, { headers })).code).toBe('scope_too_small');
});

test('the log is read page by page by its cursor, narrowed to days', async () => {
  for (let number = 0; number < 5; number += 1) await app.post();
  const { headers, body } = await ask(app.http, listAudit, { cookie, query: { limit: '2' } });
  expect([body.length, Number(headers['x-total-count']) > 4]).toEqual([2, true]);
  const next = /cursor=([^&>]+)/.exec(String(headers.link))?.[1] ?? '';
  const after = await ask(app.http, listAudit, { cookie, query: { limit: '2', cursor: decodeURIComponent(next) } });
  expect(after.body.map(({ id }) => id)).toEqual([(body[1]?.id ?? 0) - 1, (body[1]?.id ?? 0) - 2]);
  const day = (offset: number) => new Date(app.clock.now() + offset * 86_400_000).toISOString();
  expect(await list({ from: day(1) })).toEqual([]);
  expect((await list({ from: day(-1), to: day(1) })).length).toBeGreaterThan(4);
  expect((await refused(app.http, listAudit, { cookie, query: { cursor: 'none' } })).code).toBe('invalid_input');
});
