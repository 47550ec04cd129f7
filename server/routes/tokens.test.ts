import { beforeEach, describe, expect, test } from 'vitest';
import {
  createPost,
  createTag,
  createToken,
  deletePost,
  deleteToken,
  type Endpoint,
  endpoints,
  getPostById,
  keepPendingChange,
  listHistory,
  listPosts,
  listTokens,
  MOST_TOKENS,
  saveDraft,
} from '#shared/contract/index.ts';
import { TOKEN_KINDS, TOKEN_SCOPES, type TokenKind, type TokenScope } from '#shared/kernel/token-scope.ts';
import { shareOf } from '#tests/share.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { CALLS_A_MINUTE, WRONG_A_MINUTE } from '../services/programs/api-tokens.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
sharedByFile(
  async () => {
    app = await createTestApp({ posts: [{}] });
    cookie = await app.signIn();
  },
  () => app.close(),
);
// At most a hundred tokens may exist.
beforeEach(() => app.database.sqlite.exec('delete from api_tokens'));

async function make(scope: TokenScope, kind: TokenKind = 'program', endsAt?: string) {
  const body = { name: 'Courier', kind, scope, ...(endsAt && { endsAt }) };
  const { body: made } = await ask(app.http, createToken, { cookie, body });
  return { ...made, headers: { authorization: `Bearer ${made.token}` } };
}

describe('a token', () => {
  test('is told once, is kept as its hash, and says when it was last used', async () => {
    const { token, headers, ...made } = await make('read');
    expect(token).toMatch(/^nf_[\w-]{43}$/);
    expect(made).toMatchObject({ name: 'Courier', kind: 'program', scope: 'read', endsAt: null, lastUsedAt: null });
    const stored = await app.database.db.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token.slice(3));
    app.clock.advance(5000);
    await ask(app.http, listPosts, { headers });
    const { body } = await ask(app.http, listTokens, { cookie });
    expect(body).toEqual([{ ...made, lastUsedAt: new Date(app.clock.now()).toISOString() }]);
  });

  test('sees what the owner sees', async () => {
    const id = await app.post({ published: false, slug: 'not-yet' });
    const { headers } = await make('read');
    expect((await ask(app.http, listPosts, { headers })).body.map((post) => post.id)).toContain(id);
    expect((await ask(app.http, listPosts)).body.map((post) => post.id)).not.toContain(id);
  });

  test('of an agent reads and proposes, and nothing more', async () => {
    for (const kind of TOKEN_KINDS)
      for (const scope of TOKEN_SCOPES) {
        const isMore = kind === 'agent' && (scope === 'write' || scope === 'publish');
        const call = { cookie, body: { name: 'n', kind, scope } };
        if (isMore) expect(await refused(app.http, createToken, call)).toMatchObject({ code: 'invalid_input' });
        else await ask(app.http, createToken, call);
      }
  });

  test('that is wrong, has ended or was deleted is refused in the same words', async () => {
    const ending = await make('read', 'program', new Date(app.clock.now() + 1000).toISOString());
    const deleted = await make('read');
    await ask(app.http, listPosts, { headers: ending.headers });
    app.clock.advance(1000);
    await ask(app.http, deleteToken, { cookie, params: { id: deleted.id } });
    const wrong = { authorization: `Bearer nf_${'a'.repeat(43)}` };
    const answers = [];
    for (const headers of [ending.headers, deleted.headers, wrong, { authorization: 'Bearer nf_' }]) {
      const { code, message, status } = await refused(app.http, listPosts, { headers });
      answers.push({ code, message, status });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('that is guessed is not answered for long, and shuts out no good one of its network; each has calls of its own', async () => {
    const good = await make('read');
    const other = await make('read');
    const from = '10.9.0.1';
    const headers = { authorization: `Bearer nf_${'b'.repeat(43)}` };
    for (let count = 0; count < WRONG_A_MINUTE; count += 1)
      expect(await refused(app.http, listTokens, { headers, from })).toMatchObject({ code: 'unauthorized' });
    expect(await refused(app.http, listTokens, { headers, from })).toMatchObject({ code: 'rate_limited' });
    await ask(app.http, listPosts, { headers: good.headers, from });
    // Enters with the token as each call does.
    for (let count = 2; count < CALLS_A_MINUTE; count += 1) await app.services.apiTokens.enter(good.token, from);
    await ask(app.http, listPosts, { headers: good.headers });
    expect(await refused(app.http, listPosts, { headers: good.headers })).toMatchObject({ code: 'rate_limited' });
    await ask(app.http, listPosts, { headers: other.headers });
    app.clock.advance(60_000);
    await ask(app.http, listPosts, { headers: good.headers });
  });

  test('is one of a hundred at the most, and has a name of one line', async () => {
    for (let count = 0; count < MOST_TOKENS; count += 1) await make('read');
    const body = { name: 'One more', kind: 'program', scope: 'read' } as const;
    expect(await refused(app.http, createToken, { cookie, body })).toMatchObject({
      code: 'too_many_tokens',
      status: 409,
    });
    for (const name of ['Two\nlines', '  '])
      expect((await refused(app.http, createToken, { cookie, body: { ...body, name } })).issues?.[0]?.path).toBe(
        'name',
      );
  });

  test('does not end before it begins', async () => {
    const body = { name: 'n', kind: 'program', scope: 'read', endsAt: new Date(app.clock.now()).toISOString() };
    const refusal = await refused(app.http, createToken, { cookie, body });
    expect(refusal.issues).toEqual([{ path: 'endsAt', message: 'Choose a day to come.' }]);
  });
});

describe('what a token may do', () => {
  const all: readonly Endpoint[] = endpoints;
  test.each(TOKEN_SCOPES)('with %s no call beyond it, a session beside it or not', async (scope) => {
    const { headers } = await make(scope);
    const beyond = all.filter(
      ({ token, access }) =>
        access === 'admin' && (token === null || TOKEN_SCOPES.indexOf(token) > TOKEN_SCOPES.indexOf(scope)),
    );
    expect(beyond.length).toBeGreaterThan(40);
    for (const endpoint of shareOf(beyond, 4, TOKEN_SCOPES.indexOf(scope))) {
      const refusal = await refused(app.http, endpoint, { headers, cookie });
      expect([endpoint.name, refusal.code]).toEqual([endpoint.name, 'scope_too_small']);
    }
  });

  test('what writes makes drafts, and changes none of the owner’s posts, live or not', async () => {
    const live = await app.post();
    const waiting = await app.post({ published: false, slug: 'not-yet-either' });
    const { headers } = await make('write');
    for (const id of [live, waiting]) {
      expect((await refused(app.http, saveDraft, { headers, body: { id, title: 'Gone' } })).code).toBe(
        'scope_too_small',
      );
      const change = await refused(app.http, keepPendingChange, { headers, params: { id }, body: { title: 'New' } });
      expect(change.code).toBe('scope_too_small');
    }
    const { body: own } = await ask(app.http, saveDraft, { headers, body: { title: 'Mine' } });
    expect((await ask(app.http, getPostById, { cookie, params: { id: own.id } })).body.published).toBe(false);
  });

  test('what publishes does, and History names it', async () => {
    const { headers } = await make('publish');
    const id = await app.post({ slug: 'going' });
    await ask(app.http, deletePost, { headers, params: { id } });
    const { body } = await ask(app.http, listHistory, { cookie });
    expect(body[0]?.origin).toEqual({ kind: 'program', device: 'Courier' });
    expect((await refused(app.http, createPost, { headers, body: {} })).code).toBe('invalid_input');
    expect((await refused(app.http, createTag, { headers, body: { name: 'tea' } })).code).toBe('scope_too_small');
  });
});
