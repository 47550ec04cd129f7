import { expect, test } from 'vitest';
import { resendAfterRenewal } from './after-renewal.ts';

/** Makes a server whose session is renewed when the test says so: calls that were sent earlier are refused. */
function setUp() {
  const sent: string[] = [];
  let answerRenewal = () => {};
  let session = 1;
  const server = async (address: string, { method = 'GET' }: RequestInit): Promise<Response> => {
    sent.push(`${method} ${address}`);
    const cookie = session;
    if (method === 'POST') {
      await new Promise<void>((resolve) => {
        answerRenewal = resolve;
      });
      session += 1;
      return new Response(null, { status: 204 });
    }
    await Promise.resolve();
    return new Response('', { status: cookie === 2 ? 200 : 401 });
  };
  return { sent, fetch: resendAfterRenewal(server), answerRenewal: () => answerRenewal() };
}

test('what was refused while the session was renewed is sent once more with the new one', async () => {
  const { sent, fetch, answerRenewal } = setUp();
  const renewal = fetch('/api/auth/password', { method: 'POST' });
  const call = fetch('/api/workspace/updates', {});
  await Promise.resolve();
  answerRenewal();
  expect((await renewal).status).toBe(204);
  expect((await call).status).toBe(200);
  expect(sent).toEqual(['POST /api/auth/password', 'GET /api/workspace/updates', 'GET /api/workspace/updates']);
});

test('whoever is signed out is told so at once', async () => {
  const { sent, fetch } = setUp();
  expect((await fetch('/api/posts', {})).status).toBe(401);
  expect(sent).toEqual(['GET /api/posts']);
});

test('a session that is renewed once more meanwhile signs nobody out either', async () => {
  let session = 1;
  const held: (() => void)[] = [];
  const fetch = resendAfterRenewal(async (_address, { method = 'GET' }) => {
    if (method === 'POST') {
      session += 1;
      return new Response(null, { status: 204 });
    }
    const cookie = session;
    await new Promise<void>((resolve) => held.push(resolve));
    return new Response('', { status: cookie === session ? 200 : 401 });
  });
  const call = fetch('/api/workspace/updates', {});
  for (const [index, address] of ['/api/auth/confirm', '/api/auth/admin/credentials'].entries()) {
    await expect.poll(() => held.length).toBe(index + 1);
    await fetch(address, { method: 'POST' });
    held[index]?.();
  }
  await expect.poll(() => held.length).toBe(3);
  held[2]?.();
  expect((await call).status).toBe(200);
});
