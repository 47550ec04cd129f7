import fc from 'fast-check';
import { answerMcp } from '#server/http/mcp/answer.ts';
import type { Services } from '#server/services/index.ts';
import { AppError } from '#shared/kernel/errors.ts';
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

const none = async () => ({ items: [], total: 0 });
const nothing = async () => null;
const empty = async () => [];
const refused = async () => {
  throw new AppError('not_found');
};

/** The services of an empty blog: by the time they are called, the message has been parsed. */
const services = {
  posts: { listForOwner: none, page: nothing },
  search: { rank: async () => ({ ids: [], meant: null }) },
  postAdmin: { get: refused },
  categories: { list: empty, find: nothing },
  tags: { list: empty },
  authors: { list: empty },
  codices: { codexOf: refused },
  statistics: { overview: refused, read: refused },
  proposals: { list: empty, proposePost: refused, proposeChange: refused },
} as unknown as Services;

/** Messages of agents (MCP), as the holder of a token can send them. */
export function agentMessagesTarget(): FuzzTarget {
  const holder = {
    id: 1,
    kind: 'agent',
    name: 'Fuzz',
    scope: 'propose',
    network: '192.0.2.1',
  } as unknown as Parameters<typeof answerMcp>[0]['context']['holder'];
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return asTarget<string>({
    name: 'messages of agents (MCP)',
    cost: 2,
    inputs: fc.oneof(
      { weight: 4, arbitrary: mutatedTexts(SAMPLES, WORDS) },
      { weight: 4, arbitrary: messages.map((message) => JSON.stringify(message)) },
      { weight: 1, arbitrary: fc.constantFrom(...SAMPLES) },
    ),
    async parse(text) {
      const message = parsed(text);
      // Refused before the protocol sees it: text that is not JSON, and more than one message.
      if (message === undefined || Array.isArray(message)) return false;
      const failures: unknown[] = [];
      const answer = await answerMcp({
        message,
        headers: new Headers(headers),
        context: { services, holder, siteUrl: 'https://blog.example', now: 0 },
        version: '1',
        onError: (error) => failures.push(error),
      });
      must(failures.length === 0, `a tool failed: ${String(failures[0])}`);
      must(answer.status < 500, `answered ${answer.status}`);
      const body = await answer.text();
      must(!/\bat .*\.ts:\d/.test(body), `tells where it runs: ${body}`);
      if (body !== '') JSON.parse(body);
      return answer.status === 200 && !body.includes('"error"');
    },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
