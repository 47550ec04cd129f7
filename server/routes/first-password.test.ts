import { afterEach, beforeEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import { type Endpoint, endpoints } from '#shared/contract/index.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { getMe, login, updateCredentials } from '#shared/contract/session.ts';
import { resetOwnerPassword } from '../services/reset-password.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, pathOf, readRefusal, refused } from '../test-call.ts';

const DAY = 24 * 60 * 60 * 1000;
const OWN = 'one that its owner has chosen';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ posts: [{ title: 'Not yet', published: false }] });
});
afterEach(() => app.close());

/** Resets the password as the command does, and returns what to sign in with. */
async function reset(password?: string): Promise<{ email: string; password: string }> {
  const { db } = app.database;
  const made = await resetOwnerPassword({ db, clock: app.clock, passwords: quickPasswords, password });
  if (!made) throw new Error('There is no account');
  return made;
}

const signIn = async (body: { email: string; password: string }) => {
  const { headers } = await ask(app.http, login, { body });
  const [line = ''] = [headers['set-cookie'] ?? []].flat().filter((each) => each.startsWith('ninefold.sid='));
  return line.split(';')[0] ?? '';
};

test('a password that was made up opens nothing but the choice of another', async () => {
  const cookie = await signIn(await reset());
  expect((await ask(app.http, getMe, { cookie })).body).toMatchObject({ mustChoosePassword: true });
  const all: readonly Endpoint[] = endpoints;
  for (const endpoint of all.filter(({ access, firstPassword }) => access === 'admin' && !firstPassword)) {
    const response = await app.http.inject({ method: endpoint.method, url: pathOf(endpoint), headers: { cookie } });
    expect([endpoint.name, readRefusal(response).code]).toEqual([endpoint.name, 'first_password']);
  }
  // Public calls show what they show to everybody.
  expect((await ask(app.http, listPosts, { cookie })).body).toEqual([]);
  expect((await app.http.inject({ url: '/post/not-yet', headers: { cookie } })).statusCode).toBe(404);
});

test('with a password of one’s own everything is open, and the one that was made up is worth nothing', async () => {
  const first = await reset();
  const cookie = await signIn(first);
  const { body } = await ask(app.http, updateCredentials, { cookie, body: { password: OWN } });
  expect(body).toEqual({ id: 1, email: first.email, name: 'Owner' });
  expect((await ask(app.http, getMe, { cookie })).body).toEqual(body);
  expect((await ask(app.http, listPosts, { cookie })).body).toHaveLength(1);
  expect((await refused(app.http, login, { body: first })).code).toBe('invalid_credentials');
});

test('another name or address does not do: the password stays one that was made up', async () => {
  const cookie = await signIn(await reset());
  await ask(app.http, updateCredentials, { cookie, body: { name: 'Somebody', email: 'me@blog.example' } });
  expect((await ask(app.http, getMe, { cookie })).body.mustChoosePassword).toBe(true);
});

test('after a day nobody signs in with it, and another is made by the command', async () => {
  const first = await reset();
  app.clock.advance(DAY - 1);
  await signIn(first);
  app.clock.advance(1);
  expect(await refused(app.http, login, { body: first })).toMatchObject({
    code: 'first_password_over',
    message: expect.stringContaining('admin:reset-password'),
  });
  // Somebody who does not know the password is not told that it has expired.
  expect((await refused(app.http, login, { body: { ...first, password: 'x' } })).code).toBe('invalid_credentials');
  await signIn(await reset());
});

test('a password that was chosen, here or at the command, does not end', async () => {
  const chosen = await reset(OWN);
  app.clock.advance(400 * DAY);
  const cookie = await signIn(chosen);
  expect((await ask(app.http, getMe, { cookie })).body).toEqual({ id: 1, email: chosen.email, name: 'Owner' });
  expect((await ask(app.http, listPosts, { cookie })).body).toHaveLength(1);
});
