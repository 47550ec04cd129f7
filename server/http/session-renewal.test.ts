import type {} from '@fastify/session';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { DAY, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { addSessions } from './session.ts';

async function setUp() {
  const { db, close } = await openBlog();
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('admin_users')
    .values({ email: 'a@example.com', name: 'A', password: '', created_at: at, updated_at: at })
    .execute();
  const clock = { time: NOW, now: () => clock.time };
  const http = Fastify();
  await addSessions(http, { db, clock, secret: 'a secret long enough to sign cookies with', isHttps: false });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    http.get('/slow', async (request) => {
      resolve();
      await gate;
      return request.adminId;
    });
  });
  http.get('/login', async (request) => {
    await request.session.regenerate();
    Object.assign(request.session, { adminId: 1, createdAt: clock.now(), lastSeen: clock.now() });
    return '';
  });
  for (const url of ['/me', '/api/me', '/assets/me.js']) http.get(url, async (request) => String(request.adminId));
  http.get('/page', async (request, reply) => reply.type('text/html; charset=utf-8').send(String(request.adminId)));
  const login = await http.inject('/login');
  const cookie = String([login.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const rows = () => db.selectFrom('sessions').selectAll().execute();
  const get = (url: string, headers = {}) => http.inject({ url, headers: { cookie, ...headers } });
  return { db, clock, get, rows, arrived, open, close };
}

test('a session is renewed once a day, with its cookie', async () => {
  const { clock, get, rows, close } = await setUp();
  const [before] = await rows();
  expect((await get('/me')).headers['set-cookie']).toBeUndefined();
  clock.time += DAY + 1;
  const answer = await get('/me');
  expect(answer.body).toBe('1');
  expect(answer.headers['set-cookie']).toContain('ninefold.sid=');
  const [after] = await rows();
  expect(JSON.parse(after?.sess ?? '{}')).toMatchObject({ lastSeen: clock.time, createdAt: NOW });
  expect(after?.sid).toBe(before?.sid);
  await close();
});

/**
 * Ends a session while one of its requests is under way that has something to store at its end, and returns the answer
 * to that request.
 */
async function endInRequest() {
  const { db, clock, arrived, open, ...rest } = await setUp();
  clock.time += DAY + 1;
  const underWay = rest.get('/slow');
  await arrived;
  await db.deleteFrom('sessions').execute();
  open();
  return { ...rest, answer: await underWay };
}

test('a session ended while its last request is under way does not come back', async () => {
  const { answer, get, rows, close } = await endInRequest();
  expect(answer.statusCode).toBe(200);
  expect(await rows()).toEqual([]);
  expect((await get('/me')).body).toBe('null');
  await close();
});

// The password was given again in the meantime: the browser has another cookie, or is about to get one.
test('an answer to a former session leaves the cookie of the one that took its place', async () => {
  const { answer, get, rows, close } = await endInRequest();
  expect(answer.headers['set-cookie']).toBeUndefined();
  for (const url of ['/api/me', '/assets/me.js']) {
    const refused = await get(url);
    expect([refused.body, refused.headers['set-cookie']]).toEqual(['null', undefined]);
  }
  expect((await get('/page', { 'sec-fetch-dest': 'empty' })).headers['set-cookie']).toBeUndefined();
  // Behind an edge, a cookie that opens nothing would cost each page.
  for (const headers of [{}, { 'sec-fetch-dest': 'document' }]) {
    expect((await get('/page', headers)).headers['set-cookie']).toContain('ninefold.sid=; Max-Age=0');
  }
  expect(await rows()).toEqual([]);
  await close();
});
