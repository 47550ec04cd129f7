import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask, refused } from '#server/test-call.ts';
import { createTestReceiver } from '#server/test-receiver.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { countView, getPost, getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { bearer, callOf, sendMcp } from './agents-door.ts';

// The abuse cases, tried by an agent that was talked into everything: docs/security.md, "Abuse cases through MCP".

let app: TestApp;
let cookie: string;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
beforeEach(async () => {
  app.database.sqlite.exec('delete from blog_posts');
  app.cache.invalidate();
  // Each test gets its own token: the calls of a token are limited per minute.
  headers = await bearer(app, cookie, 'propose', 'agent');
});
afterAll(() => app.close());

interface ToolAnswer {
  isError?: boolean;
  content: { text: string }[];
}
async function call(name: string, args: object): Promise<ToolAnswer> {
  const response = await sendMcp(app, callOf(name, args), headers);
  expect(response.statusCode).toBe(200);
  return response.json().result;
}
const wordsOf = ({ content }: ToolAnswer) => content.map(({ text }) => text).join('\n');
const postCount = () => app.database.sqlite.prepare('select count(*) from blog_posts').pluck().get();
/** Proposes a post; returns the draft as the owner sees it. */
async function proposed(args: object): Promise<Post> {
  const answer = await call('propose_post', { title: 'Proposed', content: 'Words.', ...args });
  expect([answer.isError, wordsOf(answer)]).toEqual([undefined, expect.anything()]);
  const { postId } = JSON.parse(answer.content.at(-1)?.text ?? '') as { postId: number };
  return (await ask(app.http, getPostById, { cookie, params: { id: postId } })).body;
}

test('no tool takes a file, an address to open, an update of a document, a prompt to buy or a setting', async () => {
  const program = await bearer(app, cookie, 'publish', 'program');
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { tools } = (await sendMcp(app, list, program)).json().result as {
    tools: { name: string; inputSchema: { properties?: Record<string, unknown> } }[];
  };
  expect(tools.map(({ name }) => name).sort()).toEqual([
    ...['get_codex', 'get_statistics', 'list_authors', 'list_categories', 'list_posts', 'list_proposals'],
    ...['list_tags', 'propose_change', 'propose_post', 'read_post', 'search_posts'],
  ]);
  const taken = new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})));
  expect([...taken].sort()).toEqual([
    ...[
      'about',
      'author',
      'category',
      'categoryId',
      'content',
      'excerpt',
      'id',
      'limit',
      'metaDescription',
      'metaTitle',
    ],
    ...[
      'model',
      'note',
      'offset',
      'page',
      'pictured',
      'post',
      'query',
      'range',
      'slug',
      'status',
      'subtitle',
      'tag',
      'tags',
      'title',
      'version',
    ],
  ]);
});

describe('what comes as a file', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const form = (name: string, bytes: string) =>
    `--x\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\n\r\n${bytes}\r\n--x--\r\n`;
  const files = () => ['uploads', 'originals', 'imports'].flatMap((name) => filesIn(path.join(app.folder, name)));
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

  test.each([
    ['a form with a picture', 'multipart/form-data; boundary=x', form('../../x.svg', SVG), 415],
    ['a form that says it is JSON', 'application/json', form('a.png%00.html', SVG), 400],
    ['a picture that is JSON and HTML', 'application/json', 'GIF89a/*<script>*/=1;', 400],
    ['a packed bomb', 'application/zip', 'PK\u0003\u0004', 415],
    ['an update of a draft', 'application/octet-stream', '\u0001\u0001', 415],
  ])('is refused before it is looked at, and leaves nothing: %s', async (_, type, body, status) => {
    const response = await sendMcp(app, Buffer.from(body, 'latin1'), { ...headers, 'content-type': type });
    expect(response.statusCode).toBe(status);
    expect(files()).toEqual([]);
  });

  test('among the arguments of a tool becomes no picture, and a name of one deletes none', async () => {
    const image = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
    const post = await proposed({ featuredImage: image, image, attachments: [{ name: '../x.png', bytes: SVG }] });
    expect(post.featuredImage).toBeNull();
    expect((await proposed({ title: 'Shown', content: `![](${image})` })).html).not.toContain('<img');
    for (const name of ['delete_image', 'upload_image', '../../etc/passwd', 'restore_backup', 'import_site'])
      expect((await sendMcp(app, callOf(name, { id: 1, path: '/etc/passwd' }), headers)).json().error.code).toBe(
        -32602,
      );
    expect(files()).toEqual([]);
  });

  test('is opened from no address: neither a picture nor a link of a proposal', async () => {
    const receiver = await createTestReceiver();
    const { address } = receiver;
    const content = `![](${address}/x.png)\n\n[a](${address}/)\n\n${address}/oembed\n\n<img src="${address}/y.png">`;
    const { id, version } = await proposed({ content, productAppUrl: address, featuredImage: `${address}/z.png` });
    await call('propose_change', { id, version, content: `${content}!` });
    await call('read_post', { slug: `${address}/`, id });
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});

describe('the words of a proposal', () => {
  test.each([
    ['schemes', '[a](javascript:alert(1)) [b](JaVa\tScript:alert(1)) <vbscript:x> ![](data:text/html,x)'],
    ['nests', '<svg><style><img src=x onerror=alert(1)></style></svg><math><mtext><table><mglyph><style><!--</style>'],
    ['quotes that are broken', '<blockquote cite="a\n" onmouseover="alert(1)">**b**</blockquote>'],
    ['clobbering', '<form id=body name=body><button formaction=javascript:alert(1)>x</button></form>'],
    ['frames', '<iframe srcdoc="<script>alert(1)</script>"></iframe> https://www.youtube.com/watch?v=\\x3csvg'],
    ['the end of a script', '</script><script>alert(1)</script>\u2028]]>'],
  ])('are cleaned as any text is: %s', async (_, content) => {
    const { html, excerpt } = await proposed({ content, excerpt: content, metaTitle: content.slice(0, 200) });
    const live = html.replaceAll(/&lt;.*?&gt;/gs, '');
    expect(live).not.toMatch(/<(?:script|style|svg|math|form|button|iframe)\b|\son\w+=|srcdoc/i);
    expect(live).not.toMatch(/(?:href|src)="\s*(?:java|vb)\s*script|src="data:/i);
    // The excerpt is plain text, and stays as it was written.
    expect(excerpt).toBe(content);
  });

  test('that would take for ever to read are refused', async () => {
    for (const content of ['['.repeat(90_000), '*'.repeat(90_000), '> '.repeat(45_000)]) {
      const answer = await call('propose_post', { title: 'Slow', content });
      expect([answer.isError, wordsOf(answer)]).toEqual([true, expect.stringMatching(/complex|nested|deep/i)]);
    }
  });

  test('make nobody else a reader of them: a draft of an agent is not there', async () => {
    const { slug } = await proposed({ slug: 'not-there' });
    expect((await refused(app.http, getPost, { params: { slug } })).code).toBe('post_not_found');
    expect((await ask(app.http, listPosts)).body).toEqual([]);
    expect((await app.http.inject(`/post/${slug}`)).statusCode).toBe(404);
  });
});

describe('the arguments of a tool', () => {
  test('set no field that is not a proposer’s to say', async () => {
    const before = await proposed({ title: 'Plain' });
    const asked = { views: 99, id: 7, createdAt: '2001-01-01T00:00:00.000Z', authorId: 99, featured: true, version: 9 };
    const post = await proposed({ ...asked, title: 'Asked', dueAt: 1 });
    const { views, id, createdAt, author, featured, version } = post;
    expect({ views, id, createdAt, author, featured, version }).toEqual({
      ...{ views: 0, id: before.id + 1, createdAt: before.createdAt, author: before.author },
      ...{ featured: false, version: 1 },
    });
    const made = { title: 'Made', content: 'x', constructor: { prototype: { isAdmin: true } } };
    expect((await sendMcp(app, callOf('propose_post', made), headers)).json().code).toBe('malformed_json');
  });

  test('name no other field of what is listed, and no other order', async () => {
    await app.post({ slug: 'tea' });
    const asked = {
      sort: 'password',
      include: 'author.password',
      fields: '*',
      filter: { email: { $startsWith: 'a' } },
    };
    const answer = await call('list_posts', asked);
    expect([answer.isError, wordsOf(answer)]).toEqual([undefined, expect.stringContaining('tea')]);
    expect(wordsOf(answer)).not.toMatch(/password|argon2|@/);
    expect((await call('list_posts', { status: 'deleted' })).isError).toBe(true);
  });

  test.each([
    ['a reserved slug', 'propose_post', { title: 'x', content: 'x', slug: 'admin' }],
    ['a slug that is a path', 'propose_post', { title: 'x', content: 'x', slug: '../../etc' }],
    ['a slug that is encoded', 'propose_post', { title: 'x', content: 'x', slug: '%2e%2e' }],
    ['a slug too long', 'propose_post', { title: 'x', content: 'x', slug: 'a'.repeat(301) }],
    ['NUL', 'propose_post', { title: 'a\u0000b', content: 'x' }],
    ['half a character', 'propose_post', { title: 'a\ud800', content: 'x' }],
    ['no category', 'propose_post', { title: 'x', content: 'x', categoryId: 1e9 }],
    ['a million tags', 'propose_post', { title: 'x', content: 'x', tags: Array.from({ length: 5000 }, String) }],
    ['a text too long', 'propose_post', { title: 'x', content: 'x'.repeat(100_001) }],
    ['a path for a post', 'read_post', { slug: '..%2f..%2fpackage.json' }],
    ['a number beyond all', 'read_post', { id: 1e308 }],
    ['SQL for a number', 'read_post', { id: '1 or 1=1' }],
    ['a page beyond all', 'list_posts', { page: 1e15 }],
  ])('are refused in words, and nothing is stored: %s', async (_, name, args) => {
    const answer = await call(name, args);
    expect(answer.isError).toBe(true);
    expect(wordsOf(answer)).not.toMatch(/SQLITE|sqlite|node_modules| at /);
    expect(postCount()).toBe(0);
  });

  test('in letters of every kind make a post with an address', async () => {
    for (const [title, slug] of [
      ['İstanbul \u202Etxt.exe', /^[a-z0-9-]+$/],
      ['😀😀😀', /^[a-z0-9-]+$/],
    ] as const)
      expect((await proposed({ title })).slug).toMatch(slug);
  });

  test('of an earlier version change nothing, and unknown ones are no fault', async () => {
    const id = await app.post({ slug: 'tea', content: 'Old words.' });
    await app.services.postAdmin.update(id, { content: 'Newer words.' });
    const stale = await call('propose_change', { id, version: 7, content: 'Agent’s words.' });
    expect([stale.isError, wordsOf(stale)]).toEqual([true, expect.stringContaining('changed elsewhere')]);
    const fresh = await call('propose_change', { id, version: 2, content: 'Agent’s words.', ofTomorrow: true });
    expect(fresh.isError).toBeUndefined();
    expect((await ask(app.http, getPost, { params: { slug: 'tea' } })).body.content).toBe('Newer words.');
    const unknown = await sendMcp(app, callOf('list_tags', {}), { ...headers, 'mcp-protocol-version': '1999-01-01' });
    expect(unknown.statusCode).toBe(400);
  });
});

test('reading over it counts nobody as a reader, and its answers are kept nowhere', async () => {
  const id = await app.post({ slug: 'tea' });
  for (let count = 0; count < 3; count += 1) await call('read_post', { id });
  expect((await sendMcp(app, callOf('read_post', { id }), headers)).headers['cache-control']).toBe('no-store');
  const views = async () => {
    await app.services.views.flush();
    return (await ask(app.http, getPost, { params: { slug: 'tea' } })).body.views;
  };
  expect(await views()).toBe(0);
  await ask(app.http, countView, { params: { id } });
  expect(await views()).toBe(1);
});

test('a full disk is said in words, stores nothing, and is over when there is room', async () => {
  const { sqlite } = app.database;
  sqlite.pragma(`max_page_count = ${sqlite.pragma('page_count', { simple: true })}`);
  const full = await call('propose_post', { title: 'Full', content: 'word '.repeat(4000) });
  expect([full.isError, wordsOf(full)]).toEqual([true, expect.stringContaining('disk is full')]);
  sqlite.pragma('max_page_count = 1000000');
  expect(postCount()).toBe(0);
  expect((await proposed({ content: 'word '.repeat(4000) })).published).toBe(false);
});
