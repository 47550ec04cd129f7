import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainTexts } from '#shared/kernel/post-field-table.ts';
import { pick, recordOf } from '#shared/kernel/record-of.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './index.ts';

const calls: readonly Endpoint[] = endpoints;

const post = {
  title: 'A title',
  slug: 'a-title',
  excerpt: 'Short',
  content: 'Long',
  provenance: {
    sources: [
      {
        model: 'm',
        run: 'run:1',
        step: 'blog-drafts',
        promptVersion: 1,
        help: 'Continue',
        at: '2025-07-19T08:00:00.000Z',
      },
    ],
    ranges: [[0, 4, 0]],
  },
  featuredImage: '/uploads/a.webp',
  categoryId: 2,
  authorId: 0,
  published: true,
  featured: true,
  ...recordOf(plainTexts, (name) => [name, 'Plain']),
  readTime: 5,
  seriesNumber: 3,
  publishedAt: '2025-07-19T08:00:00.000Z',
  tags: ['one', 'two'],
};
const change = { id: '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e04', documentId: 'draft:1', kind: 'draft' };

/** The fields that a pending change of a post can set: not whether and since when readers see the post. */
const changeOf = ({ published: _, publishedAt: __, ...rest }: typeof post) => rest;

const proposalBody = {
  ...pick(post, ['title', 'slug', 'excerpt', 'content', 'categoryId', 'metaTitle', 'metaDescription', 'tags']),
  subtitle: 'And cold',
  note: 'Greener',
  model: 'gpt-5',
};

const webhookBody = {
  name: 'Courier',
  address: 'https://courier.example/hook',
  events: ['written', 'gone'],
  hearsDrafts: true,
  isOn: true,
};

const providerBody = {
  name: 'OpenAI',
  kind: 'openai',
  address: 'https://api.openai.com/v1',
  key: 'sk-key',
  models: [
    {
      name: 'gpt-4o',
      use: 'text',
      priceInput: 2,
      priceOutput: 10,
      pricePicture: 0,
      contextLimit: 128000,
      maxOutputTokens: 16384,
    },
  ],
  monthlyLimitUsd: 5,
};

const readingBody = {
  postId: 2,
  document: 'draft:post-2-v1-abc',
  categoryId: 2,
  title: 'A',
  excerpt: 'B',
  content: 'Words.',
  isAutomatic: false,
  runId: 'r1',
};
const suggestionBody = {
  kind: 'translate',
  postId: 7,
  categoryId: 2,
  title: 'A title',
  text: 'Long',
  before: 'What stands before',
  after: 'What comes after',
  language: 'Spanish',
  command: 'Make it rhyme',
  pictures: ['/uploads/a.webp'],
};

/** Money has cents, and may be unknown; a topic may have no category yet. */
const isMoney = (path: string, value: unknown) =>
  (/\.(price|monthlyLimit|limitUsd)/.test(path) && (value === 1.5 || value === null)) ||
  (/\.secondReader\.\w+LimitUsd$/.test(path) && value === 1.5) ||
  (path === 'createAiBatch.topics.categoryId' && value === null);

/** One valid body for each call that takes a body. */
const bodies: Record<string, Record<string, unknown>> = {
  deliverFromReader: {
    deliveries: [
      {
        id: '0195c8a2-7e5f-4c3a-9d51-3f2b8a6c1e04',
        takenAt: '2025-07-19T08:00:00.000Z',
        kind: 'view',
        visitor: { network: '203.0.113.7', userAgent: 'Firefox', isMobile: false, isPrivate: true },
        // The body is checked by its kind, later.
        body: true,
      },
    ],
  },
  askReset: { email: 'owner@example.org' },
  useReset: { secret: 'A'.repeat(43), password: 'correct horse' },
  updateSessionLife: { idleMinutes: 480 },
  signInWithTotp: { code: '123456' },
  signInWithRecoveryCode: { code: '8K3P-0000-1111-2222' },
  signInWithPasskey: {
    passkey: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
    },
  },
  confirmTotp: { code: '123456' },
  addPasskey: {
    name: 'Laptop',
    passkey: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
    },
  },
  renamePasskey: { name: 'Phone' },
  findApproval: { code: 'BCDFGHJK' },
  answerApproval: { code: 'BCDFGHJK', isApproved: true },
  confirmPassword: { password: 'correct horse' },
  login: { email: 'owner@example.org', password: 'correct horse' },
  updateCredentials: { email: 'owner@example.org', password: 'secret', name: 'Owner' },
  createPost: { ...post, isLetterHeld: true },
  updatePost: { ...post, version: 3, base: { title: '0a1b2c3d4e5f60' } },
  saveDraft: { ...post, id: 7, version: 3, base: { title: '0a1b2c3d4e5f60' }, isLetterHeld: true },
  previewPost: { ...post, id: 7 },
  keepPendingChange: {
    ...changeOf(post),
    version: 3,
    base: { title: '0a1b2c3d4e5f60' },
    dueAt: '2026-03-01T09:00:00.000Z',
    pendingVersion: 0,
  },
  changePosts: {
    key: '0195d3c1-6a3e-7c41-9d7e-2f4b8a1c5e60',
    changes: [
      {
        posts: [{ id: 7, version: 3 }],
        set: { featured: false, publishedAt: null, tags: ['green tea'], addTags: ['tea'], deleted: true },
      },
    ],
  },
  createCategory: { name: 'Tech', slug: 'tech', description: 'All of it', color: 'category-technology', icon: 'cpu' },
  updateCategory: { name: 'Tech', slug: 'tech', description: 'All of it', color: 'category-technology', icon: 'cpu' },
  createTag: { name: 'yoga' },
  updateTag: { name: 'yoga', mergeInto: 4 },
  createAuthor: { name: 'Ann', email: 'ann@example.org', bio: 'Writes', avatar: '/uploads/ann.webp' },
  updateAuthor: { name: 'Ann', email: 'ann@example.org', bio: 'Writes', avatar: '/uploads/ann.webp' },
  askSubscription: {
    email: 'mira@example.org',
    topics: [{ kind: 'category', targetId: 3 }],
    website: '',
  },
  addSubscriber: { email: 'mira@example.org', topics: [{ kind: 'site', targetId: 0 }] },
  sendContactMessage: {
    name: 'Reader',
    email: 'reader@example.org',
    subject: 'Hello',
    message: 'Nice.',
    website: '',
    elapsedMs: 4000,
  },
  updateContactMessage: { read: true },
  judgePost: {
    categoryId: 3,
    title: 'A title',
    excerpt: 'Short',
    metaTitle: 'Other',
    metaDescription: 'Plain',
    featuredImage: '/uploads/a.webp',
    content: 'Long',
    document: 'draft:new-a',
  },
  leadLinkOn: { id: 7, address: '/post/old' },
  createRedirect: { path: '/2019/05/old-post.html', target: '/post/new', status: 301 },
  updateRedirect: { path: '/2019/05/old-post.html', target: 'https://example.org/', status: 302 },
  runImport: {
    fallback: 'technology',
    choices: [{ kind: 'tag', slug: 'tea', to: 'food' }],
    pages: 'drafts',
    fetchPictures: true,
    isForced: true,
  },
  createToken: { name: 'Agent', kind: 'agent', scope: 'propose', endsAt: '2027-01-01T00:00:00.000Z' },
  previewLetter: { postIds: [1, 2], audience: { kind: 'followers' } },
  testLetter: { postIds: [1], audience: { kind: 'category', targetId: 2 } },
  createLetter: { postIds: [1], audience: { kind: 'tag', targetId: 2 }, key: '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e04' },
  changeLetter: { action: 'pause' },
  holdPublicationLetter: { isHeld: true },
  updateLetterSettings: {
    ...{
      senderName: 'Tea',
      replyTo: 'owner@blog.example',
      postalAddress: 'Street 1',
      atPublication: true,
      waitMinutes: 5,
    },
    ...{ hasDigest: true, digestDay: 1, digestHour: 9, timeZone: 'Europe/Berlin', perMinute: 60, perHour: 1000 },
  },
  proposePost: proposalBody,
  proposeChange: { ...proposalBody, version: 3 },
  createWebhook: webhookBody,
  updateWebhook: webhookBody,
  updateImage: { title: 'A cat', alt: 'A cat on a mat', focus: '50 30' },
  updatePromptTemplate: { prompt: 'Describe the market', note: 'Plainer' },
  chat: { prompt: 'Hello', runId: 'r1', step: 3, stepId: 'emotional-truths', categoryId: 2 },
  createAiProvider: providerBody,
  updateAiProvider: providerBody,
  updateAiChoices: {
    text: { providerId: 2, model: 'gpt-4o' },
    picture: { providerId: 0, model: 'gpt-image-1' },
    steps: [{ stepId: 'emotional-truths', providerId: 2, model: 'gpt-4o-mini' }],
    monthlyLimitUsd: 20,
    secondReader: {
      isOn: true,
      model: { providerId: 2, model: 'gpt-4o' },
      postLimitUsd: 1,
      monthLimitUsd: 5,
      isAutomatic: false,
    },
  },
  createAiBatch: {
    id: '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e04',
    device: 'd1',
    topics: [
      {
        form: {
          targetMarket: 'Dancers',
          productApp: 'Pole',
          productAppFunction: 'Classes',
          productAppUrl: 'https://example.org',
        },
        categoryId: 3,
      },
    ],
    limitUsd: 5,
    atOnce: 2,
  },
  resumeAiBatch: { failed: true },
  limitAiBatch: { limitUsd: 8 },
  driveAiBatch: { device: 'd1' },
  nextInAiBatch: { device: 'd1', underWay: [1] },
  reportAiBatchItem: {
    device: 'd1',
    state: 'running',
    reason: 'Why',
    prompts: [{ stepId: 'buyer-avatar', prompt: 'Write' }],
    stepsDone: 1,
    drafts: [{ id: 'a', title: 'B', judged: { red: 0, yellow: 1, reader: 2 } }],
  },
  restAiBatch: { device: 'd1', state: 'paused', reason: 'Why' },
  estimatePrompt: { prompt: 'Hello', stepId: 'emotional-truths', isLimited: true },
  createReplay: { prompt: 'Hello', stepId: 'emotional-truths' },
  regenerateDraft: {
    targetMarket: 'Dancers',
    productApp: 'Pole',
    productAppFunction: 'Classes',
    productAppUrl: 'https://example.org',
    prompt: 'Write',
    draftIndex: 1,
    runId: 'r1',
    step: 9,
    categoryId: 2,
    stepId: 'refined-blog',
  },
  suggest: suggestionBody,
  estimateSuggestion: suggestionBody,
  askSecondReader: readingBody,
  estimateReading: readingBody,
  generateImage: { title: 'A', excerpt: 'B', targetMarket: 'C', customPrompt: 'D' },
  pushUpdates: {
    siteId: 's1',
    updates: [
      { type: 'update', ...change, update: 'AAA=' },
      { type: 'delete', ...change, seen: 'AAA=' },
    ],
  },
  compareWorkspace: { documents: [{ documentId: 'draft:1', vector: 'AAA=' }], after: 'draft:0' },
  updateSettings: {
    siteName: 'Ninefold',
    tagline: 'Nine niches',
    contact: { support: 'a@example.org', partnerships: 'b@example.org', submissions: '' },
    postPictures: 'column',
    postEmphasis: 'show',
    modelNote: 'show',
  },
};

const withBody = calls.filter((call) => call.body);
const schemaOf = (call: Endpoint) => call.body ?? z.never();

/** Texts that are compared or counted, and never stored. */
const neverStored = new Set([
  'login.password',
  'confirmPassword.password',
  'sendContactMessage.website',
  'askSubscription.website',
]);

/** Yields a copy of the value for each place where `isMatch` holds, with that place changed. */
function* variants(
  value: unknown,
  isMatch: (leaf: unknown) => boolean,
  changeLeaf: (leaf: unknown) => unknown,
  path: string,
): Generator<{ path: string; value: unknown }> {
  if (isMatch(value)) yield { path, value: changeLeaf(value) };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const place = Array.isArray(value) ? path : `${path}.${key}`;
    for (const variant of variants(child, isMatch, changeLeaf, place)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      yield { path: variant.path, value: Object.assign(copy, { [key]: variant.value }) };
    }
  }
}

describe('a body', () => {
  it('has an example here for each call that takes one', () => {
    expect(Object.keys(bodies).toSorted()).toEqual(withBody.map((call) => call.name).toSorted());
  });

  it.each(withBody)('$name: the example passes whole, and no field is forgotten in it', (call) => {
    const parsed = schemaOf(call).parse(bodies[call.name]);
    expect(parsed).toEqual(bodies[call.name]);
    expect(Object.keys((call.body as z.ZodObject).shape).toSorted()).toEqual(Object.keys(parsed as object).toSorted());
  });

  it.each(withBody)('$name: unknown fields, __proto__ and constructor never arrive', (call) => {
    const json = JSON.stringify(bodies[call.name]).replaceAll(
      '{',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"isAdmin":true,"views":1,"deletedAt":null,',
    );
    const parsed = schemaOf(call).parse(JSON.parse(json.replaceAll(',}', '}')));
    expect(JSON.stringify(parsed)).not.toMatch(/isAdmin|__proto__|constructor|views|deletedAt/);
    expect(parsed).toEqual(bodies[call.name]);
    expect((parsed as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it.each(withBody)('$name: NUL and lone surrogates are refused wherever text is kept', (call) => {
    for (const bad of ['\u0000', '\ud800', '\udc00']) {
      for (const hostile of variants(bodies[call.name], isText, (text) => `${text}${bad}x`, call.name)) {
        if (neverStored.has(hostile.path)) continue;
        expect(schemaOf(call).safeParse(hostile.value).success, hostile.path).toBe(false);
      }
    }
  });

  it.each(withBody)('$name: text, true, null, lists and objects are not numbers, and no number is endless', (call) => {
    for (const bad of ['1', true, null, [1], {}, Number.NaN, JSON.parse('1e309'), JSON.parse('-1e309'), 2 ** 53, 1.5]) {
      for (const hostile of variants(bodies[call.name], isNumber, () => bad, call.name)) {
        // A wrong value of this hint must not cost a reader's message.
        if (hostile.path === 'sendContactMessage.elapsedMs' || isMoney(hostile.path, bad)) continue;
        expect(schemaOf(call).safeParse(hostile.value).success, `${hostile.path} = ${bad}`).toBe(false);
      }
    }
  });

  it.each(withBody)('$name: -0 is refused or becomes 0', (call) => {
    for (const hostile of variants(bodies[call.name], isNumber, () => JSON.parse('-0'), call.name)) {
      if (hostile.path === 'sendContactMessage.elapsedMs') continue;
      const { data } = schemaOf(call).safeParse(hostile.value);
      for (const { path } of variants(
        data,
        (leaf) => Object.is(leaf, -0),
        () => 0,
        call.name,
      ))
        expect.fail(path);
    }
  });

  it.each(withBody)('$name: anything at all is taken or refused, never a crash', (call) => {
    const keys = Object.keys(bodies[call.name] ?? {});
    const value = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.anything(), fc.string({ unit: 'binary' }))),
    );
    fc.assert(
      fc.property(value, (input) => {
        const { success, data } = schemaOf(call).safeParse(input);
        if (success) expect(keys).toEqual(expect.arrayContaining(Object.keys(data as object)));
      }),
      { numRuns: 60, seed: 9 },
    );
  });
});

const isText = (leaf: unknown) => typeof leaf === 'string';
const isNumber = (leaf: unknown) => typeof leaf === 'number';

describe('a change of some fields', () => {
  const changes = [
    'updatePost',
    'updateCategory',
    'updateTag',
    'updateAuthor',
    'updateCredentials',
    'updateImage',
    'updateSettings',
  ];

  it.each(calls.filter((call) => changes.includes(call.name)))('$name: writes nothing that was not sent', (call) => {
    expect(schemaOf(call).parse({})).toEqual({});
    for (const [key, value] of Object.entries(bodies[call.name] ?? {})) {
      expect(schemaOf(call).parse({ [key]: value })).toEqual({ [key]: value });
    }
  });

  it('saveDraft: writes nothing but the title that was not sent', () => {
    const call = calls.find(({ name }) => name === 'saveDraft');
    expect(call?.body?.parse({ title: 'Only this' })).toEqual({ title: 'Only this' });
  });
});
