import fc from 'fast-check';
import { createTestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { createToken } from '#shared/contract/index.ts';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedTexts } from '../mutations.ts';

const TOOLS = [
  'search_posts',
  'list_posts',
  'read_post',
  'get_codex',
  'get_statistics',
  'propose_post',
  '__proto__',
  '',
];
const SAMPLES = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
  '{"jsonrpc":"2.0","id":"a","method":"tools/list"}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read_post","arguments":{"id":1}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
];
const WORDS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    'null',
    '1e309',
    '-0',
    '"id":null',
    '"method":"ping"',
    '"params":[]',
    '\\u0000',
  ],
  ...['"__proto__":{"x":1},', '"jsonrpc":"1.0"', '"arguments":', '"name":"propose_post"', '[['.repeat(200)],
];

const messages = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null), fc.double()),
    method: fc.constantFrom('tools/call', 'tools/list', 'ping', 'initialize', 'resources/read', '__proto__', ''),
    params: fc.oneof(
      fc.record({
        name: fc.constantFrom(...TOOLS),
        arguments: fc.dictionary(
          fc.constantFrom('id', 'q', 'query', 'slug', 'limit', 'page', 'title', 'content', '__proto__', 'constructor'),
          fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(1, 'x', '"*"', '../', 1e9, -1)),
          { maxKeys: 4 },
        ),
      }),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

/** Messages of agents (MCP), as a token's holder can send them. */
export async function agentMessagesTarget(): Promise<FuzzTarget> {
  const app = await createTestApp({ posts: [{ slug: 'tea', content: 'Hot.' }] });
  const cookie = await app.signIn();
  const body = { name: 'Fuzz', kind: 'agent', scope: 'read' } as const;
  const { token } = (await ask(app.http, createToken, { cookie, body })).body;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  return asTarget<string>({
    name: 'messages of agents (MCP)',
    cost: 8,
    inputs: fc.oneof(
      mutatedTexts(SAMPLES, WORDS),
      messages.map((message) => JSON.stringify(message)),
    ),
    async parse(payload) {
      // A minute's calls are another limit's matter.
      app.clock.advance(60_000);
      const answer = await app.http.inject({ method: 'POST', url: MCP_PATH, headers, payload });
      must(answer.statusCode < 500, `answered ${answer.statusCode}: ${answer.body}`);
      must(!/\bat .*\.ts:\d/.test(answer.body), `tells where it runs: ${answer.body}`);
      if (answer.body !== '') JSON.parse(answer.body);
      return answer.statusCode === 200 && !answer.body.includes('"error"');
    },
    close: () => app.close(),
  });
}
