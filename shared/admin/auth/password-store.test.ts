import { expect, test } from 'vitest';
import { ApiError } from '#shared/api-client/api-error.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { deleteToken } from '#shared/contract/tokens.ts';
import { askingForPassword, createPasswordStore } from './password-store.ts';

/** Makes a server that asks for the password until it has been given. */
function setUp() {
  const sent: string[] = [];
  const server = { isRecent: false };
  const plain = createApiClient({
    fetch: async (address, { method }) => {
      sent.push(`${method} ${address}`);
      if (server.isRecent) return new Response(null, { status: 204 });
      return Response.json({ code: 'password_required', message: 'Give your password again.' }, { status: 403 });
    },
  });
  const store = createPasswordStore();
  return { api: askingForPassword(plain, store), store, sent, server };
}

const end = (api: ApiClient, id = 1) => api.call(deleteToken, { params: { id } });
const outcome = (call: Promise<unknown>) => call.then(() => 'done').catch((error: unknown) => error);
const isAsked = (store: ReturnType<typeof createPasswordStore>) =>
  new Promise<void>((resolve) => {
    if (store.getState().isAsked) resolve();
    const stop = store.subscribe((state) => {
      if (!state.isAsked) return;
      stop();
      resolve();
    });
  });

test('a call that needs the password again waits for it, and is sent once more', async () => {
  const { api, store, sent, server } = setUp();
  const call = outcome(end(api));
  await isAsked(store);
  server.isRecent = true;
  store.getState().answer(true);
  expect(await call).toBe('done');
  expect(sent).toEqual(['DELETE /api/tokens/1', 'DELETE /api/tokens/1']);
  expect(store.getState().isAsked).toBe(false);
});

test('where the owner will not give it, the call fails and is not sent again', async () => {
  const { api, store, sent } = setUp();
  const call = outcome(end(api));
  await isAsked(store);
  store.getState().answer(false);
  const error = await call;
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).code).toBe('password_required');
  expect(sent).toHaveLength(1);
});

test('two calls ask once, and a later one asks anew', async () => {
  const { api, store, sent, server } = setUp();
  const both = [outcome(end(api, 1)), outcome(end(api, 2))];
  await isAsked(store);
  await expect.poll(() => sent.length).toBe(2);
  server.isRecent = true;
  store.getState().answer(true);
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  server.isRecent = false;
  const later = outcome(end(api, 3));
  await isAsked(store);
  store.getState().answer(false);
  expect(await later).toBeInstanceOf(ApiError);
});

test('another refusal is nobody’s question', async () => {
  const store = createPasswordStore();
  const fetch = async () => Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 });
  const api = askingForPassword(createApiClient({ fetch }), store);
  expect(await outcome(end(api))).toBeInstanceOf(ApiError);
  expect(store.getState().isAsked).toBe(false);
});
