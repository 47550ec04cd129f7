import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { plainTexts } from '#shared/kernel/post-field-table.ts';
import type { TokenScope } from '#shared/kernel/token-scope.ts';
import { bodyLimits, type Endpoint } from './endpoint.ts';
import { errorsOf } from './error-body.ts';
import { endpoints } from './index.ts';

const calls: readonly Endpoint[] = endpoints;

/** A call that is opened to everyone must be listed here too. */
const publicCalls = [
  'askApproval',
  'askReset',
  'askSubscription',
  'countPageView',
  'countReadToEnd',
  'countView',
  'getApproval',
  'getArchive',
  'getAuthor',
  'getCategory',
  'getHealth',
  'getMeta',
  'getMetrics',
  'getOpenApi',
  'getPost',
  'getReadiness',
  'getReset',
  'getSignInStep',
  'getTag',
  'listAuthors',
  'listCategories',
  'listFeaturedPosts',
  'listPosts',
  'listRelatedPosts',
  'listTags',
  'login',
  'searchPosts',
  'sendContactMessage',
  'signInApproved',
  'signInWithPasskey',
  'signInWithRecoveryCode',
  'signInWithTotp',
  'startPasskeySignIn',
  'useReset',
];

/** Every call that the product promises, by its method and path. */
const promisedCalls = `
  GET /api/categories · GET /api/categories/: · GET /api/posts · GET /api/posts/featured · GET /api/posts/:
  GET /api/posts/:/related · POST /api/posts/:/view · GET /api/search · POST /api/contact
  GET /api/auth/me · POST /api/auth/login · POST /api/auth/logout · PUT /api/auth/admin/credentials
  POST /api/auth/reset · POST /api/auth/confirm · GET /api/audit
  POST /api/posts · PUT /api/posts/: · DELETE /api/posts/: · POST /api/posts/:/undelete · POST /api/posts/draft
  GET /api/posts/:/revisions · POST /api/posts/:/revisions/:/restore
  GET /api/tags · POST /api/tags · PUT /api/tags/: · DELETE /api/tags/:
  GET /api/authors · POST /api/authors · PUT /api/authors/: · DELETE /api/authors/:
  POST /api/categories · PUT /api/categories/: · DELETE /api/categories/:
  GET /api/images · POST /api/upload/image · PUT /api/images/: · DELETE /api/images/:
  POST /api/images/:/replacement · POST /api/images/:/undelete · DELETE /api/images/bin · DELETE /api/images/bin/:
  GET /api/codices
  GET /api/prompt-templates · PUT /api/prompt-templates/: · GET /api/prompt-templates/:/versions · POST /api/prompt-templates/:/reset
  POST /api/ai/chat · DELETE /api/ai/chat/: · POST /api/ai/estimate · GET /api/ai/usage · GET /api/ai/figures
  POST /api/ai/regenerate-draft · POST /api/ai/generate-image · POST /api/ai/test-limits
  GET /api/contact-messages · PUT /api/contact-messages/: · DELETE /api/contact-messages/:
  GET /api/workspace/updates · POST /api/workspace/updates · GET /api/workspace/events
  POST /api/posts/:/end · POST /api/pages/:/view · GET /api/statistics/readings · GET /api/statistics/tables/:
  GET /api/tokens · POST /api/tokens · DELETE /api/tokens/:
  GET /api/proposals · POST /api/proposals · POST /api/posts/:/proposals
  GET /api/webhooks · POST /api/webhooks · PUT /api/webhooks/: · DELETE /api/webhooks/: · POST /api/webhooks/:/secret
  POST /api/webhooks/:/test · GET /api/webhooks/:/deliveries · POST /api/webhooks/:/deliveries/:/again
  GET /api/meta · GET /api/openapi.json · GET /healthz · GET /readyz · GET /metrics
`
  .split(/[·\n]/)
  .map((line) => line.trim())
  .filter(Boolean);

const shapeOf = (call: Endpoint) => `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`;

describe('the contract', () => {
  it('holds every call the product promises', () => {
    expect(promisedCalls.filter((call) => !calls.map(shapeOf).includes(call))).toEqual([]);
  });

  it('lists every endpoint that its files declare', () => {
    const declared = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/^export const (\w+) = endpoint\(/gm),
      ])
      .map(([, name]) => name);
    expect(calls.map((call) => call.name).toSorted()).toEqual(declared.toSorted());
  });

  it('names each call once, and no two calls answer to the same method and path', () => {
    expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length);
    expect(new Set(calls.map(shapeOf)).size).toBe(calls.length);
  });

  it('is private unless a call is known to be public', () => {
    const open = calls.filter((call) => call.access === 'public').map((call) => call.name);
    expect(open.toSorted()).toEqual(publicCalls);
  });

  it('lets a program do what is named here, and nothing that is the owner’s alone', () => {
    const named = (scope: TokenScope) => calls.filter((call) => call.token === scope).map((call) => call.name);
    expect(calls.filter((call) => call.token === 'read').every((call) => call.method === 'GET')).toBe(true);
    expect(named('propose').toSorted()).toEqual(['proposeChange', 'proposePost']);
    expect(named('write').toSorted()).toEqual(['saveDraft', 'uploadImage']);
    expect(named('publish').toSorted()).toEqual([
      'changePosts',
      'createPost',
      'deletePost',
      'discardPendingChange',
      'keepPendingChange',
      'publishPendingChange',
      'restorePostRevision',
      'stopChangingPosts',
      'undeletePost',
      'updatePost',
    ]);
  });

  it('lets readers change nothing but views, messages, what they follow, their session and a password they have a link for', () => {
    const writing = calls.filter((call) => call.access === 'public' && call.method !== 'GET').map((call) => call.name);
    expect(writing.toSorted()).toEqual([
      'askApproval',
      'askReset',
      'askSubscription',
      'countPageView',
      'countReadToEnd',
      'countView',
      'login',
      'sendContactMessage',
      'signInApproved',
      'signInWithPasskey',
      'signInWithRecoveryCode',
      'signInWithTotp',
      'startPasskeySignIn',
      'useReset',
    ]);
  });

  it.each(calls)('$name: answers with JSON, a stream or 204', (call) => {
    expect(call.status === 204).toBe(call.response === undefined && call.stream === undefined);
    expect(call.events !== undefined).toBe(call.stream === 'text/event-stream');
  });

  it.each(calls)('$name: its path and its params name the same things', (call) => {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const inSchema = call.params ? Object.keys((call.params as z.ZodObject).shape) : [];
    expect(inSchema).toEqual(inPath);
  });

  it.each(calls)('$name: only calls that write have a body, and its limit is one of ours', (call) => {
    if (call.body || call.bodyKind === 'multipart') expect(['POST', 'PUT']).toContain(call.method);
    if (call.bodyKind === 'multipart') expect(call.bodyLimit).toBeGreaterThan(bodyLimits.picture);
    else expect(Object.values(bodyLimits)).toContain(call.bodyLimit);
  });

  it.each(calls)('$name: every error it can answer with is in the registry', (call) => {
    for (const code of errorsOf(call)) expect(errorRegistry).toHaveProperty(code);
    expect(new Set(call.errors).size).toBe(call.errors.length);
  });

  it('makes what must not be bought or stored twice repeatable by key', () => {
    const keyed = calls.filter((call) => call.idempotent);
    expect(keyed.map((call) => call.name).toSorted()).toEqual([
      'askSecondReader',
      'chat',
      'createPost',
      'createReplay',
      'generateImage',
      'regenerateDraft',
      'saveDraft',
      'suggest',
      'uploadImage',
    ]);
    for (const call of keyed) expect(call.errors).toContain('idempotency_mismatch');
  });

  it('gives no field of an answer a default, what is missing is a fault: but for what an older server’s posts, authors, hits, pictures and settings lack', () => {
    for (const { response } of calls) {
      if (!response) continue;
      const asked = z.toJSONSchema(response, { io: 'input' });
      const given = z.toJSONSchema(response, {
        io: 'output',
        override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
      });
      expect(withoutLooseness(asked)).toEqual(withoutLooseness(given));
    }
  });
});

const isLater = (name: string) =>
  [
    ...plainTexts,
    'seriesNumber',
    'contentUpdatedAt',
    'markedTitle',
    'meant',
    'postPictures',
    'postEmphasis',
    'modelNote',
    'termsPlaceholders',
  ].includes(name);

const ofPictures = ['usedIn', 'name', 'focus', 'thumbnail', 'deletedAt'];

const withoutLooseness = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value === 'object' && value !== null) delete value.additionalProperties;
    // Among all shapes with a slug, only an author has a picture.
    const isLoose = (name: string) =>
      isLater(name) ||
      (name === 'slug' && 'avatar' in value.properties) ||
      (ofPictures.includes(name) && 'usedIn' in value.properties);
    if (Array.isArray(value?.required)) value.required = value.required.filter((name: string) => !isLoose(name));
    return value;
  });
