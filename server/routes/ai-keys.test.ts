import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelChat, chat, createReplay, getAiUsage, regenerateDraft } from '#shared/contract/ai.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type AiApp, collect, refusalOf, startAiApp, textOf } from '#tests/ai-stub/ai-app.ts';

let ai: AiApp;
beforeAll(async () => {
  ai = await startAiApp();
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

let keys = 0;
const key = () => ({ 'idempotency-key': `run-${++keys}` });

describe('a key', () => {
  test('buys once: the second time the same answer comes and the provider is not asked', async () => {
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'] };
    const first = await ai.client.call(chat, { body, headers });
    const again = await ai.client.call(chat, { body, headers });
    const streamed = await collect(ai.client.events(chat, { body, headers }));
    expect(again).toEqual(first);
    expect(textOf(streamed)).toBe(first.output);
    expect(streamed.at(-1)).toMatchObject({ event: 'done', data: { finishReason: 'stop' } });
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('joins a call that is under way, from its first word', async () => {
    ai.stub.setDelay(2);
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['emotional-truths'] };
    const first = ai.client.events(chat, { body, headers });
    await first.next();
    const [joined, whole] = await Promise.all([
      collect(ai.client.events(chat, { body, headers })),
      ai.client.call(chat, { body, headers }),
    ]);
    await first.return(undefined);
    expect(textOf(joined)).toBe(whole.output);
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('sent twice at the same moment buys once', async () => {
    const headers = key();
    const body = { prompt: 'At once.' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => ai.client.call(chat, { body, headers })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('with another body, or for another call, is a mistake of the caller’s', async () => {
    const headers = key();
    await ai.client.call(chat, { body: { prompt: 'One.' }, headers });
    expect((await refusalOf(ai.client.call(chat, { body: { prompt: 'Two.' }, headers }))).code).toBe(
      'idempotency_mismatch',
    );
    const other = ai.client.call(regenerateDraft, { body: { prompt: 'One.' }, headers });
    expect((await refusalOf(other)).code).toBe('idempotency_mismatch');
  });

  test('that failed fails again in the same words, with the part that had come, and asks nobody', async () => {
    ai.stub.plan('cut');
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'] };
    const first = await collect(ai.client.events(chat, { body, headers }));
    const again = await collect(ai.client.events(chat, { body, headers }));
    const error = await refusalOf(ai.client.call(chat, { body, headers }));
    expect(first.at(-1)).toMatchObject({ event: 'error', data: { code: 'ai_provider_failed' } });
    expect(textOf(again)).toBe(textOf(first));
    expect(textOf(again)).not.toBe('');
    expect(again.at(-1)).toMatchObject({ event: 'error', data: { message: error.detail } });
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('that is none is refused', async () => {
    const error = await refusalOf(
      ai.client.call(chat, { body: { prompt: 'x' }, headers: { 'idempotency-key': 'a key with spaces' } }),
    );
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'Idempotency-Key' }] });
  });
});

describe('a replay', () => {
  const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'], stepId: 'buyer-avatar' };

  test('is bought once under its key, for its step and for no run', async () => {
    const headers = key();
    const before = await ai.client.call(getAiUsage, {});
    const first = await ai.client.call(createReplay, { body, headers });
    expect(first).toMatchObject({ finishReason: 'stop', model: 'gpt-4o-stand-in' });
    expect(await ai.client.call(createReplay, { body, headers })).toEqual(first);
    expect(ai.stub.log.entries).toHaveLength(1);
    expect((await ai.client.call(getAiUsage, {})).calls).toBe(before.calls + 1);
    const row = ai.app.database.sqlite
      .prepare('select call, step, run_id from ai_calls order by id desc limit 1')
      .get();
    expect(row).toMatchObject({ call: 'createReplay', step: 'buyer-avatar', run_id: null });
  });

  test('takes no key of another prompt, and none of a chat', async () => {
    const headers = key();
    await ai.client.call(createReplay, { body, headers });
    const other = ai.client.call(createReplay, { body: { ...body, prompt: 'Another.' }, headers });
    expect((await refusalOf(other)).code).toBe('idempotency_mismatch');
    const asChat = ai.client.call(chat, { body, headers });
    expect((await refusalOf(asChat)).code).toBe('idempotency_mismatch');
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test.each([
    ['nothing', {}, ['prompt', 'stepId']],
    ['no prompt', { prompt: '', stepId: 'buyer-avatar' }, ['prompt']],
    ['a step that is no name', { prompt: 'x', stepId: 'No name!' }, ['stepId']],
    ['numbers', { prompt: 7, stepId: 8 }, ['prompt', 'stepId']],
  ])('of %s is refused at its fields, and buys nothing', async (_, wrong, paths) => {
    const error = await refusalOf(ai.client.call(createReplay, { body: wrong as typeof body, headers: key() }));
    expect(error).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(error.issues?.map(({ path }) => path)).toEqual(paths);
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('beyond the month’s limit is refused before it costs anything', async () => {
    const poor = await startAiApp({ env: { AI_MONTHLY_LIMIT_USD: '0.000001' } });
    const error = await refusalOf(poor.client.call(createReplay, { body, headers: key() }));
    expect(error).toMatchObject({ status: 402, code: 'ai_budget_reached' });
    expect(poor.stub.log.entries).toEqual([]);
    await poor.close();
  });
});

describe('stopping', () => {
  test('closes the connection to the provider, and who watches is told', async () => {
    ai.stub.plan('hang-midway');
    const headers = key();
    const watching = collect(ai.client.events(chat, { body: { prompt: DEFAULT_PROMPTS['buyer-avatar'] }, headers }));
    await ai.stub.log.until(({ prompt }) => prompt !== '');
    const params = { key: headers['idempotency-key'] };
    await ai.client.call(cancelChat, { params });
    const entry = await ai.stub.log.until(({ end }) => end === 'closed by client');
    expect(entry.fault).toBe('hang-midway');
    expect((await watching).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'ai_stopped', message: 'This answer was stopped before it was complete.' },
    });
    // A second cancellation of the stopped call changes nothing.
    await ai.client.call(cancelChat, { params });
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('a call that has not arrived yet: nothing is bought for it when it does', async () => {
    const headers = key();
    const early = ai.client.call(cancelChat, { params: { key: headers['idempotency-key'] } });
    expect((await refusalOf(early)).code).toBe('not_found');
    const late = await refusalOf(ai.client.call(chat, { body: { prompt: 'Late.' }, headers }));
    expect(late).toMatchObject({ status: 409, code: 'ai_stopped' });
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('a caller who goes away ends a call that nobody can come back to', async () => {
    ai.stub.plan('hang-midway', { times: 2 });
    for (const accept of ['text/event-stream', 'application/json']) {
      ai.stub.log.clear();
      const gone = new AbortController();
      const call = ai.fetch('/api/ai/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ prompt: DEFAULT_PROMPTS['buyer-avatar'] }),
        signal: gone.signal,
      });
      const settled = call.then((response) => response.text()).catch(() => 'gone');
      await ai.stub.log.until(({ prompt }) => prompt !== '');
      gone.abort();
      expect(await settled).toBe('gone');
      await ai.stub.log.until(({ end }) => end === 'closed by client');
    }
  });

  test('a caller who goes away does not end a call that has a key: it is there when they come back', async () => {
    ai.stub.setDelay(2);
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['seo-strategies'] };
    for await (const event of ai.client.events(chat, { body, headers })) if (event.event === 'delta') break;
    const answer = await ai.client.call(chat, { body, headers });
    expect(answer.finishReason).toBe('stop');
    expect(ai.stub.log.entries.map(({ end }) => end)).toEqual(['sent']);
  });
});
