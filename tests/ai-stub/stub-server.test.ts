import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftsOf } from '#shared/workflow/drafts/test-drafts.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { stepNumber, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { SHAPES } from './outputs/draft-shapes.ts';
import { createOutputs } from './outputs/output-for.ts';
import { FAULTS } from './stub-faults.ts';
import { type AiStub, startAiStub } from './stub-server.ts';

let stub: AiStub;
beforeAll(async () => {
  stub = await startAiStub({ wordsAtOnce: 20 });
});
afterAll(() => stub.close());
beforeEach(() => stub.log.clear());

const outputFor = createOutputs();
const prompts = WORKFLOW_STEPS.map(({ id }, index) => [index + 1, DEFAULT_PROMPTS[id]] as const);
const filled = (prompt: string) =>
  prompt
    .replaceAll('{{targetMarket}}', 'Women over 30 in St. Pete')
    .replaceAll('{{productApp}}', 'Pole Fitness Classes');

async function chat(prompt: string, more: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${stub.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-any', ...headers },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: prompt }], ...more }),
  });
}

test.each(prompts)(
  'step %i is known by its prompt, as shipped and as the owner has changed a line of it',
  (number, prompt) => {
    expect(outputFor(filled(prompt), null).step).toBe(number);
    const changed = prompt.replace(/^You are .*$/m, 'You are my assistant.');
    expect(outputFor(`${changed}\nWrite in a friendly tone.`, null).step).toBe(number);
  },
);

test('each step gets an answer of its own and of real length', () => {
  const outputs = prompts.map(([, prompt]) => outputFor(filled(prompt), 1).output);
  expect(new Set(outputs).size).toBe(WORKFLOW_STEPS.length);
  for (const output of outputs) expect(output.length).toBeGreaterThan(800);
});

test('another seed gives another answer, the same seed the same', () => {
  const prompt = filled(DEFAULT_PROMPTS['draft-blogs']);
  const answers = [0, 1, 2, 3, 4].map((seed) => outputFor(prompt, seed).output);
  expect(new Set(answers).size).toBe(SHAPES);
  expect(outputFor(prompt, 3).output).toBe(answers[3]);
});

test.each([0, 1, 2, 3, 4])('three posts are read out of shape %i of step 8', (seed) => {
  const drafts = draftsOf(outputFor(filled(DEFAULT_PROMPTS['draft-blogs']), seed).output, 'x');
  expect(drafts.map(({ title }) => title)).toHaveLength(3);
  for (const draft of drafts) {
    expect(draft.title.length).toBeGreaterThan(15);
    expect(draft.content.length).toBeGreaterThan(900);
    expect(draft.tags.length).toBeGreaterThan(2);
  }
});

test('one post is read out of step 9, and out of a draft that is written anew', () => {
  const nine = draftsOf(outputFor(filled(DEFAULT_PROMPTS['refined-blog']), 1).output, 'x');
  const anew = draftsOf(
    outputFor(`${filled(DEFAULT_PROMPTS['draft-blogs'])}\n## This time one post only\n\nWrite only post number 2`, 1)
      .output,
    'x',
  );
  expect([nine.length, anew.length]).toEqual([1, 1]);
});

describe('the HTTP it speaks', () => {
  test('is a whole completion, or a stream of the same text that ends with [DONE]', async () => {
    const prompt = filled(DEFAULT_PROMPTS['buyer-avatar']);
    const whole = (await (await chat(prompt)).json()) as { choices: { message: { content: string } }[] };
    const stream = await (await chat(prompt, { stream: true, stream_options: { include_usage: true } })).text();
    const chunks = [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json));
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks.at(-1).usage.completion_tokens).toBeGreaterThan(100);
    expect(stream.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('a delay that is set is that of an answer under way', async () => {
    // The answer has some hundred words: at this delay, more than the test can wait for.
    stub.setDelay(300);
    const answer = await chat(filled(DEFAULT_PROMPTS['buyer-avatar']), { stream: true });
    stub.setDelay(0);
    expect(await answer.text()).toContain('[DONE]');
  });

  test('every request is in its log, with its step and how it ended', async () => {
    await (await chat(filled(DEFAULT_PROMPTS['seo-strategies']))).text();
    const entry = await stub.log.until(({ end }) => end === 'sent');
    const step = stepNumber(WORKFLOW_STEPS, 'seo-strategies');
    expect(entry).toMatchObject({ path: '/v1/chat/completions', step, status: 200, fault: null });
    const { requests } = (await (await fetch(`${stub.address}/log`)).json()) as { requests: unknown[] };
    expect(requests).toHaveLength(1);
  });

  test('a fault is asked for by a header, by a model, or on the control page', async () => {
    const byHeader = await chat('x', {}, { 'x-stub-fault': 'unavailable' });
    const byModel = await chat('x', { model: 'stub-server-error' });
    const form = new URLSearchParams({ fault: 'rate-limit', times: '2', retryAfter: '7' });
    await fetch(`${stub.address}/control`, { method: 'POST', body: form });
    const planned = [await chat('x'), await chat('x'), await chat('x')];
    expect([byHeader, byModel, ...planned].map(({ status }) => status)).toEqual([503, 500, 429, 429, 200]);
    expect(planned[0]?.headers.get('retry-after')).toBe('7');
  });

  test('the control page offers every fault', async () => {
    const page = await (await fetch(`${stub.address}/control`)).text();
    for (const fault of Object.keys(FAULTS)) expect(page).toContain(`<option value="${fault}">`);
  });

  test('what it does not know is refused as the provider refuses it', async () => {
    expect((await fetch(`${stub.baseUrl}/unknown`)).status).toBe(404);
    const response = await fetch(`${stub.baseUrl}/chat/completions`, { method: 'POST', body: '{"half":' });
    expect([response.status, typeof ((await response.json()) as { error: { message: string } }).error.message]).toEqual(
      [400, 'string'],
    );
  });
});
