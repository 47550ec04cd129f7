import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generateImage } from '#shared/contract/ai.ts';
import {
  estimateSuggestion,
  type SuggestionBody,
  type SuggestionEvent,
  suggest,
} from '#shared/contract/suggestions.ts';
import { createTag } from '#shared/contract/tags.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { type AiApp, refusalOf, SECRET_KEY, startAiApp } from '#tests/ai-stub/ai-app.ts';
import type { Fault } from '#tests/ai-stub/stub-faults.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';
import { updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let ai: AiApp;
beforeAll(async () => {
  ai = await startAiApp({ timers: createTestTimers({ atOnce: 10_000 }), stub: await startAiStub({ wordsAtOnce: 20 }) });
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

let keys = 0;
const key = () => ({ 'idempotency-key': `suggest-${++keys}` });

const asked: SuggestionBody = {
  kind: 'rewrite',
  postId: 0,
  categoryId: 0,
  title: 'Tea in the rain',
  text: 'We recieve guests, rain or shine.',
  before: 'Before it.',
  after: 'After it.',
  language: '',
  command: '',
  pictures: [],
};
const ask = (given: Partial<SuggestionBody>, headers = key()) =>
  ai.client.call(suggest, { body: { ...asked, ...given }, headers });
const suggestionOf = async (given: Partial<SuggestionBody>) => (await ask(given)).suggestion;
const lastPrompt = () => ai.stub.log.entries.at(-1)?.prompt ?? '';

describe('an answer', () => {
  test('is a text with what it took, and comes as events whose end holds what it comes to', async () => {
    const headers = key();
    const events: SuggestionEvent[] = [];
    for await (const event of ai.client.events(suggest, { body: asked, headers })) events.push(event);
    const whole = await ask({}, headers);
    expect(whole.suggestion).toEqual({ shape: 'text', text: 'Put anew: We recieve guests and rain or shine.' });
    expect(whole.usage.costUsd).toBeGreaterThan(0);
    const { usage, output: _, ...done } = whole;
    expect(events.slice(-2)).toEqual([
      { event: 'usage', data: usage },
      { event: 'done', data: done },
    ]);
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('is asked for with the title and what stands round the text, fenced off as material', async () => {
    await ask({});
    for (const part of [asked.title, asked.text, asked.before, asked.after]) {
      expect(lastPrompt()).toContain(`<<<\n${part}\n>>>`);
    }
  });

  test('keeps the line breaks at the ends of the text it takes the place of', async () => {
    ai.stub.say('```markdown\nIt **is** so.\n```');
    expect(await suggestionOf({ text: '\n\nIt was so.\n' })).toEqual({ shape: 'text', text: '\n\nIt **is** so.\n' });
  });

  test('of a proofreading is single corrections whose places stand in the text', async () => {
    expect(await suggestionOf({ kind: 'proofread' })).toEqual({
      shape: 'edits',
      edits: [{ quote: 'recieve guests,', replacement: 'receive guests,', why: 'Spelling' }],
    });
    ai.stub.say('[{"quote": "not there at all", "replacement": "x"}, {"quote": "shine", "replacement": "shade"}]');
    expect(await suggestionOf({ kind: 'proofread' })).toMatchObject({ edits: [{ quote: 'shine' }] });
    ai.stub.say('There is nothing to correct: []');
    expect(await suggestionOf({ kind: 'proofread' })).toEqual({ shape: 'edits', edits: [] });
  });

  test('of headlines is several, without numbers and quotation marks', async () => {
    const found = await suggestionOf({ kind: 'headlines' });
    expect(found).toMatchObject({ shape: 'choices' });
    expect(found.shape === 'choices' && found.choices).toEqual(
      expect.arrayContaining(['Tea in the rain, told plainly', 'The small way round']),
    );
  });

  test('of tags has only those there are', async () => {
    await ai.client.call(createTag, { body: { name: 'Green Tea' } });
    ai.stub.say('green tea, invented, #Green Tea');
    expect(await suggestionOf({ kind: 'tags' })).toEqual({ shape: 'choices', choices: ['Green Tea'] });
    expect(lastPrompt()).toContain('<<<\nGreen Tea\n>>>');
  });

  test('goes to the owner’s own command and language', async () => {
    await ask({ kind: 'command', command: 'Make it rhyme' });
    expect(lastPrompt()).toContain('Do this with the text: Make it rhyme');
    expect(await suggestionOf({ kind: 'translate', language: 'Spanish' })).toMatchObject({ text: /^\[Spanish\]/ });
  });
});

test('the codex of the post’s category goes along, and no other', async () => {
  const { push } = workspaceCalls(
    () => ai.app,
    () => ai.cookie,
  );
  const document = openDocument({ id: codexDocumentId(2), kind: 'codex' });
  typeCodex(document, { ...emptyCodex, voice: 'Dry, without adjectives.' }, String);
  saveCodex(document, 'a', { at: Date.parse('2026-11-01T10:00:00Z'), note: '' });
  await push(updateOf(document.id, document.encode(), 'codex'));
  await ask({ categoryId: 2 });
  expect(lastPrompt()).toContain('Dry, without adjectives.');
  await ask({ categoryId: 3 });
  expect(lastPrompt()).not.toContain('Dry, without adjectives.');
});

describe('alternative texts', () => {
  test('are asked for by what stands round a picture that is not ours, which is not fetched', async () => {
    const text = 'Look.\n\n![old](https://elsewhere.example/a.png)\n\nMore.';
    const pictures = ['https://elsewhere.example/a.png'];
    expect(await suggestionOf({ kind: 'alt-texts', text, pictures })).toEqual({
      shape: 'edits',
      edits: [
        {
          quote: '![old](https://elsewhere.example/a.png',
          replacement: '![A narrow street in the rain, as told](https://elsewhere.example/a.png',
          why: '',
        },
      ],
    });
    expect(ai.stub.log.entries.at(-1)).toMatchObject({ pictures: 0 });
  });
});

test('a picture of ours is shown to a model that sees, in a copy that is small', async () => {
  const picture = { title: 'Rain', excerpt: 'A street' };
  const { imageUrl } = await ai.client.call(generateImage, { body: picture, headers: key() });
  const text = `![](${imageUrl})`;
  const foreseen = await ai.client.call(estimateSuggestion, {
    body: { ...asked, kind: 'alt-texts', text, pictures: [imageUrl] },
  });
  expect(foreseen.seesPictures).toBe(true);
  expect(await suggestionOf({ kind: 'alt-texts', text, pictures: [imageUrl] })).toMatchObject({
    edits: [{ quote: `![](${imageUrl}`, replacement: `![A narrow street in the rain, as seen](${imageUrl}` }],
  });
  expect(ai.stub.log.entries.at(-1)).toMatchObject({ pictures: 1 });
});

test('at the month’s limit the estimate says so, and nothing is asked', async () => {
  const poor = await startAiApp({ stub: ai.stub, env: { AI_MONTHLY_LIMIT_USD: '0.0001' } });
  const call = (endpoint: typeof suggest | typeof estimateSuggestion) =>
    refusalOf(poor.client.call(endpoint, { body: asked }));
  expect((await call(estimateSuggestion)).code).toBe('ai_budget_reached');
  expect((await call(suggest)).code).toBe('ai_budget_reached');
  expect(ai.stub.log.entries).toEqual([]);
  await poor.close({ keepStub: true });
});

describe('nothing is bought', () => {
  const impossible: [what: string, given: Partial<SuggestionBody>, message: RegExp][] = [
    ['a translation into no language', { kind: 'translate' }, /into which language/],
    ['a command without words', { kind: 'command' }, /what is to be done/],
    ['alternative texts of no picture', { kind: 'alt-texts' }, /no picture/],
    ['a post without a word', { text: ' ', title: '' }, /no text yet/],
    ['links where there is no other post', { kind: 'links' }, /no other published post/],
  ];
  test.each(impossible)('for %s', async (_, given, message) => {
    const error = await refusalOf(ask(given));
    expect(error.issues?.[0]?.message ?? error.detail).toMatch(message);
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('for a text that is longer than the model writes', async () => {
    const error = await refusalOf(ask({ text: 'tea and rain '.repeat(8000) }));
    expect(error.code).toBe('ai_context_too_large');
    expect(error.detail).toMatch(/Select a part of the text/);
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('by an estimate, which says about what it will cost', async () => {
    const foreseen = await ai.client.call(estimateSuggestion, { body: asked });
    expect(foreseen).toMatchObject({ model: 'gpt-4o', seesPictures: false, leftUsd: null });
    expect(foreseen.costUsd).toBeLessThan(0.01);
    expect(ai.stub.log.entries).toEqual([]);
  });
});

const faults: [fault: Fault, code: string, message: RegExp][] = [
  ['web-page', 'ai_provider_failed', /answered with a web page/],
  ['tool-call', 'ai_provider_failed', /wants to use a tool/],
  ['tool-call-after-words', 'ai_provider_failed', /wants to use a tool, .* not whole/],
  ['picture-part', 'ai_provider_failed', /made no sense/],
  ['picture-words', 'ai_provider_failed', /answered with a picture/],
  ['empty', 'ai_provider_failed', /answered with nothing/],
  ['blank', 'ai_provider_failed', /answered with nothing/],
  ['huge', 'ai_provider_failed', /cut off at its length limit/],
  ['length', 'ai_provider_failed', /cut off at its length limit/],
  ['refusal', 'ai_refused', /can't help/],
  ['cut', 'ai_provider_failed', /broke off/],
  ['unauthorized', 'ai_refused', /refused the key/],
];
test.each(faults)('a provider that answers with %s: nothing can be put in, and the words say why', async (...given) => {
  const [fault, code, message] = given;
  ai.stub.plan(fault, { times: 10 });
  const headers = key();
  const error = await refusalOf(ask({}, headers));
  expect(error).toMatchObject({ code, detail: expect.stringMatching(message) });
  expect(`${error.message}${ai.logged()}`).not.toContain(SECRET_KEY);
  // Asked for again under its key, the answer is the same and is not bought again.
  const requests = ai.stub.log.entries.length;
  expect((await refusalOf(ask({}, headers))).detail).toBe(error.detail);
  expect(ai.stub.log.entries).toHaveLength(requests);
});

test('token counts that cannot be are counted here', async () => {
  ai.stub.plan('lying-usage');
  const { usage } = await ask({});
  expect(usage.promptTokens).toBeGreaterThan(50);
  expect(usage.costUsd).toBeGreaterThan(0);
});

test('scripts and remote pictures are words like any other: what is put in is cleaned where posts are shown', async () => {
  ai.stub.plan('hostile');
  const found = await suggestionOf({});
  expect(found).toMatchObject({ shape: 'text' });
  expect(found.shape === 'text' && found.text).toContain('<script>alert(1)</script>');
  expect(found.shape === 'text' && found.text).not.toContain('\u0000');
});

test('a text never reaches the log', async () => {
  await ask({ text: 'A very secret sentence.', command: 'Hush' });
  expect(ai.logged()).not.toMatch(/very secret sentence|Hush/);
});

test('links lead to published posts of ours alone', async () => {
  const content = 'Steeping green tea leaves slowly, and waiting.';
  await ai.app.post({ title: 'Steeping green tea', slug: 'steeping-green-tea', content });
  await ai.app.post({ title: 'Steeping tea secretly', slug: 'steeping-tea-secretly', content, published: false });
  ai.stub.say(
    JSON.stringify([
      { quote: 'Steeping green', slug: 'steeping-green-tea' },
      { quote: 'slowly', slug: 'steeping-tea-secretly' },
      { quote: 'tea', slug: 'https://evil.example/x' },
    ]),
  );
  const text = 'Steeping green tea leaves slowly and well.';
  expect(await suggestionOf({ kind: 'links', title: 'Green tea', text })).toEqual({
    shape: 'edits',
    edits: [{ quote: 'Steeping green', replacement: '[Steeping green](/post/steeping-green-tea)', why: '' }],
  });
  expect(lastPrompt()).not.toContain('secretly');
});
