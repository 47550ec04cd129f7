import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bodyLimits, endpoint } from '#shared/contract/endpoint.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { handleError } from '../http/error-handler.ts';
import { ask, readRefusal, refused } from '../test-call.ts';
import { createRegister, type Register } from './register.ts';

const echo = endpoint({
  name: 'echo',
  method: 'POST',
  path: '/api/echo/:id',
  access: 'public',
  summary: 'Answers what it was given',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional() }),
  body: z.object({ text: z.string(), deep: z.object({ known: z.number() }).optional() }),
  response: z.object({ id: z.string(), text: z.string() }),
});
const secret = endpoint({
  name: 'secret',
  method: 'GET',
  path: '/api/secret',
  summary: 'Of the owner',
  response: z.string(),
});

async function platform(add: (register: Register, api: FastifyInstance) => void): Promise<FastifyInstance> {
  const http = Fastify();
  http.setErrorHandler(handleError);
  http.decorateRequest('adminId', null);
  http.decorateRequest('newcomerId', null);
  await http.register(async (api) =>
    add(createRegister(api, { clock: systemClock, note: async () => {} }).register, api),
  );
  return http;
}

test('a route without a contract value cannot be added', async () => {
  const adding = platform((_register, api) => {
    api.get('/api/sneaky', () => 'here');
  });
  await expect(adding).rejects.toThrow('GET /api/sneaky has no contract value');
});

test('a call cannot be answered by two handlers', async () => {
  const adding = platform((register) => {
    register(secret, () => '1');
    register(secret, () => '2');
  });
  await expect(adding).rejects.toThrow('secret is registered twice');
});

test('a limited call names the error of those who call too often', async () => {
  const adding = platform((register) => register(secret, () => '1', { perMinute: 10 }));
  await expect(adding).rejects.toThrow('secret is limited, but does not name rate_limited in its errors');
});

test('what does not say that it is public is closed', async () => {
  const http = await platform((register) => register(secret, () => 'for the owner'));
  expect((await refused(http, secret)).code).toBe('unauthorized');
});

test('a field that is not known is dropped before a handler sees it', async () => {
  const seen: unknown[] = [];
  const http = await platform((register) =>
    register(echo, ({ body, params, query }) => {
      seen.push(body, query);
      return { id: params.id, text: body.text };
    }),
  );
  const body = { text: 'a', isAdmin: true, deep: { known: 1, views: 9 } };
  await ask(http, echo, { params: { id: 'x' }, query: { q: 'b', sort: 'password' }, body });
  expect(seen).toEqual([{ text: 'a', deep: { known: 1 } }, { q: 'b' }]);
});

test('a field the contract does not answer never leaves', async () => {
  const row = { id: 'x', text: 'a', passwordHash: 'argon2' };
  const http = await platform((register) => register(echo, () => row));
  const { body } = await ask(http, echo, { params: { id: 'x' }, body: { text: 'a' } });
  expect(body).toEqual({ id: 'x', text: 'a' });
});

test('an answer that breaks its own contract is our fault, and stays inside', async () => {
  const http = await platform((register) => register(echo, () => ({ id: 1, text: 'private' }) as never));
  const response = await http.inject({ method: 'POST', url: '/api/echo/x', payload: { text: 'a' } });
  expect(readRefusal(response).code).toBe('internal');
  expect(response.body).not.toContain('private');
});

test('every fault is named with its place', async () => {
  const http = await platform((register) => register(echo, () => ({ id: '', text: '' })));
  const refusal = await refused(http, echo, { params: { id: 'x' }, body: { deep: { known: 'no' } } });
  expect(refusal.code).toBe('invalid_input');
  expect(refusal.issues?.map((issue) => issue.path)).toEqual(['text', 'deep.known']);
  expect(refusal.message).toBe(refusal.issues?.[0]?.message);
});

test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'])(
  'a JSON body may come as %s',
  async (type) => {
    const http = await platform((register) => register(echo, ({ body }) => ({ id: '', text: body.text })));
    const headers = { 'content-type': type };
    const response = await http.inject({ method: 'POST', url: '/api/echo/x', headers, payload: '{"text":"ü"}' });
    expect(response.json()).toEqual({ id: '', text: 'ü' });
  },
);

test('a body has the size its contract allows and not a byte more', async () => {
  const http = await platform((register) => register(echo, ({ body }) => ({ id: String(body.text.length), text: '' })));
  const frame = '{"text":""}'.length;
  const text = 'a'.repeat(bodyLimits.json - frame);
  expect((await ask(http, echo, { params: { id: 'x' }, body: { text } })).body.id).toBe(String(text.length));
  expect((await refused(http, echo, { params: { id: 'x' }, body: { text: `${text}a` } })).code).toBe(
    'payload_too_large',
  );
});
