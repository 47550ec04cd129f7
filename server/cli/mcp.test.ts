import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { createToken, listPosts } from '#shared/contract/index.ts';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { readSite } from './mcp-bridge.ts';

let app: TestApp;
let client: Client;
beforeEach(async () => {
  app = await createTestApp({ posts: [{ slug: 'tea', title: 'Green tea' }] });
  client = new Client({ name: 'test', version: '1' });
});
afterEach(async () => {
  await client.close();
  await app.close();
});

/** Starts the bridge as an agent's program does. */
function connect(address: string, token: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', NINEFOLD_URL: `${address}/`, NINEFOLD_TOKEN: token };
  const args = [builtProgram('cli/mcp')];
  return client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: projectRoot(), stderr: 'ignore' }),
  );
}

test('an agent that speaks over standard input and output reads and proposes', async () => {
  const cookie = await app.signIn();
  const body = { name: 'Scout', kind: 'agent', scope: 'propose' } as const;
  const { token } = (await ask(app.http, createToken, { cookie, body })).body;
  await connect(await app.http.listen({ port: 0, host: '127.0.0.1' }), token);
  expect((await client.listTools()).tools).toHaveLength(11);
  const [found, made] = await Promise.all([
    client.callTool({ name: 'search_posts', arguments: { query: 'tea' } }),
    client.callTool({ name: 'propose_post', arguments: { title: 'Cups', content: 'Grüße — 茶' } }),
  ]);
  expect(JSON.stringify(found)).toContain('Green tea');
  expect(JSON.stringify(made)).toContain('waits for the owner');
  const { body: waiting } = await ask(app.http, listPosts, { cookie, query: { status: 'proposed' } });
  expect(waiting.map(({ title, published }) => [title, published])).toEqual([['Cups', false]]);
});

test('one whose token is wrong, or whose site is not there, is told so', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  await expect(connect(address, 'nf_wrong')).rejects.toThrow('The site does not know this token.');
  await app.http.close();
  client = new Client({ name: 'test', version: '1' });
  await expect(connect(address, 'nf_wrong')).rejects.toThrow(/cannot be reached/);
});

test('without an address and a token it says how it is called, and nothing on standard output', async () => {
  const ended = await runToEnd(process.execPath, [builtProgram('cli/mcp')], { environment: {}, cwd: projectRoot() });
  expect(ended).toMatchObject({ code: 1, said: expect.stringContaining('npm run --silent mcp') });
  expect(() => readSite({ NINEFOLD_URL: 'ftp://a.example', NINEFOLD_TOKEN: 'nf_a' })).toThrow('NINEFOLD_URL');
  expect(() => readSite({ NINEFOLD_URL: 'https://a.example', NINEFOLD_TOKEN: 'secret' })).toThrow('NINEFOLD_TOKEN');
  expect(readSite({ NINEFOLD_URL: 'https://a.example/', NINEFOLD_TOKEN: ' nf_a ' })).toEqual({
    address: 'https://a.example',
    token: 'nf_a',
  });
});
