import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOpenAiProvider } from './openai-provider.ts';

let server: Server;
let respond: (response: ServerResponse) => unknown;
beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const provider = () =>
  createOpenAiProvider({
    apiKey: 'key',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    textModel: 'a-model',
    imageModel: 'a-model',
    redact: (text) => text,
  });
const { signal } = new AbortController();
const chat = async () => {
  for await (const _piece of provider().chat({ prompt: 'Say something.', maxTokens: 10, signal }));
};
const picture = () => provider().picture({ prompt: 'A hill.', signal });

const compressed = (type: string) => (response: ServerResponse) => {
  const headers = { 'content-type': type, 'content-encoding': 'gzip', connection: 'close' };
  response.writeHead(200, headers).end(gzipSync('x'.repeat(2_000_000)));
};

test('a provider that compresses though asked not to, and closes, is told of as the provider’s fault', async () => {
  const fault = {
    code: 'ai_provider_failed',
    message: expect.stringContaining('compressed its answer although asked not to'),
  };
  respond = compressed('text/event-stream');
  await expect(chat()).rejects.toMatchObject(fault);
  respond = compressed('application/json');
  await expect(picture()).rejects.toMatchObject(fault);
});

test('a refusal is told of by its status, however it is packed', async () => {
  respond = (response) => response.writeHead(401, { 'content-encoding': 'gzip' }).end(gzipSync('{}'));
  await expect(chat()).rejects.toMatchObject({ code: 'ai_refused', message: expect.stringContaining('the key') });
});

test('a provider that sends us elsewhere is told of with the setting to look at', async () => {
  respond = (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end();
  await expect(chat()).rejects.toMatchObject({
    message: expect.stringContaining('Its address is set where the server is'),
  });
});

test('an answer that breaks off is a fault that may have been paid for', async () => {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[]}\n\n', () => response.destroy());
  };
  await expect(chat()).rejects.toMatchObject({ code: 'ai_provider_failed', mayRetry: false });
});

test.each([
  ['what LiteLLM’s header says a call cost is believed', '0.0125', undefined, 0.0125],
  ['what the usage says itself comes first', '0.0125', 0.5, 0.5],
  ['a stream that begins before the cost is known says 0, which is not believed', '0', undefined, undefined],
  ['nor is a cost that cannot be', '-1', undefined, undefined],
  ['nor one that is no number', 'free', undefined, undefined],
  ['nor a fortune', '1e9', undefined, undefined],
])('%s', async (_rule, header, cost, expected) => {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-litellm-response-cost': header });
    const usage = { prompt_tokens: 10, completion_tokens: 20, cost };
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
  };
  const pieces = [];
  for await (const piece of provider().chat({ prompt: 'Say something.', maxTokens: 10, signal })) pieces.push(piece);
  expect(pieces).toEqual([{ kind: 'usage', usage: { promptTokens: 10, completionTokens: 20, costUsd: expected } }]);
});

test.each([
  ['as OpenAI', { tool_calls: [{ index: 0, function: { name: 'search' } }] }, 'tool_calls', 'tool_call'],
  ['as Google, which says that it stopped', { tool_calls: [{ index: 0 }] }, 'stop', 'tool_call'],
  ['by the older name', { function_call: { name: 'search' } }, 'stop', 'tool_call'],
  ['in no way, with empty fields', { tool_calls: [], function_call: null }, 'stop', 'stop'],
  ['in no way, with a field of another shape', { tool_calls: 'none' }, 'stop', 'stop'],
])('a tool called %s: the words before it are there, and why it ended is told', async (_rule, delta, said, reason) => {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunks = [
      { choices: [{ delta: { content: 'Let me look.' } }] },
      { choices: [{ delta }] },
      { choices: [{ delta: {}, finish_reason: said }] },
    ];
    response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
  };
  const pieces = [];
  for await (const piece of provider().chat({ prompt: 'Say something.', maxTokens: 10, signal })) pieces.push(piece);
  expect(pieces).toEqual([
    { kind: 'text', text: 'Let me look.' },
    { kind: 'finish', reason },
  ]);
});
