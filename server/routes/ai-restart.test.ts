import { describe, expect, test } from 'vitest';
import { chat, estimatePrompt, getAiUsage, regenerateDraft, testAiLimits } from '#shared/contract/ai.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { collect, refusalOf, startAiApp, textOf } from '#tests/ai-stub/ai-app.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';
import { refused } from '../test-call.ts';

let keys = 0;
const key = () => ({ 'idempotency-key': `run-${++keys}` });

describe('a server', () => {
  test('that is started again still knows what was paid for', async () => {
    const before = await startAiApp();
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'] };
    const first = await before.client.call(chat, { body, headers });
    await before.close({ keepStub: true, keepFolder: true });
    const after = await startAiApp({ stub: before.stub, folder: before.app.folder });
    expect(await after.client.call(chat, { body, headers })).toEqual(first);
    expect(after.stub.log.entries).toHaveLength(1);
    await after.close();
  });

  test('that stops ends its calls, keeps what had come, and does not buy them again', async () => {
    const before = await startAiApp();
    before.stub.plan('hang-midway');
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId: 'stopped' };
    const watching = collect(before.client.events(chat, { body, headers }));
    await before.stub.log.until(({ prompt }) => prompt !== '');
    await before.close({ keepStub: true, keepFolder: true });
    expect((await watching).at(-1)).toMatchObject({ event: 'error' });
    await before.stub.log.until(({ end }) => end === 'closed by client');
    const after = await startAiApp({ stub: before.stub, folder: before.app.folder });
    const again = await collect(after.client.events(chat, { body, headers }));
    expect(textOf(again)).toBe(textOf(await watching));
    expect(again.at(-1)).toMatchObject({
      event: 'error',
      data: { message: expect.stringMatching(/^The server stopped/) },
    });
    expect(after.stub.log.entries).toHaveLength(1);
    await after.close();
  });

  test('that died in the middle shows the part as a part and books it; a new key buys the step anew', async () => {
    const before = await startAiApp();
    before.stub.plan('hang-midway');
    const headers = key();
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId: 'died' };
    const watching = collect(before.client.events(chat, { body, headers })).catch(() => []);
    await before.stub.log.until(({ prompt }) => prompt !== '');
    // The state that a killed process leaves: a row under way, with the text that was last stored, at most half a
    // second old.
    const { sqlite } = before.app.database;
    const copy = sqlite.prepare("select * from ai_calls where run_id = 'died'").get() as { input_tokens: number };
    await before.close({ keepStub: true, keepFolder: true });
    await watching;
    const after = await startAiApp({
      stub: before.stub,
      folder: before.app.folder,
      prepare: (database) =>
        database.sqlite
          .prepare(
            "update ai_calls set state = 'running', output = 'The first half', error = null, input_tokens = ? where run_id = 'died'",
          )
          .run(copy.input_tokens),
    });
    const again = await collect(after.client.events(chat, { body, headers }));
    expect(textOf(again)).toBe('The first half');
    expect(again.at(-1)).toMatchObject({ event: 'error', data: { code: 'ai_provider_failed' } });
    const anew = await after.client.call(chat, { body, headers: key() });
    const sum = await after.client.call(getAiUsage, { query: { runId: 'died' } });
    expect(sum.calls).toBe(2);
    expect(sum.completionTokens).toBe(anew.usage.completionTokens + 7);
    expect(sum.promptTokens).toBeGreaterThan(anew.usage.promptTokens);
    await after.close();
  });

  test('without key and address says what to set, for every call that would need them', async () => {
    const bare = await startAiApp({ env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
    const body = { prompt: 'x' };
    for (const call of [chat, estimatePrompt, regenerateDraft] as const) {
      const error = await refusalOf(bare.client.call(call, { body }));
      expect(error).toMatchObject({ status: 503, code: 'ai_not_configured' });
      expect(error.detail).toContain('Add a provider in Settings, AI');
    }
    expect((await refused(bare.app.http, testAiLimits, { cookie: bare.cookie })).code).toBe('ai_not_configured');
    expect(await bare.client.call(getAiUsage, {})).toMatchObject({ calls: 0 });
    await bare.close();
  });

  test('without a key asks a local provider all the same', async () => {
    const local = await startAiApp({ env: { OPENAI_API_KEY: '' } });
    expect((await local.client.call(chat, { body: { prompt: 'x' } })).finishReason).toBe('stop');
    await local.close();
  });

  test('whose month is used up buys nothing more until the next', async () => {
    const poor = await startAiApp({
      env: { AI_MONTHLY_LIMIT_USD: '0.004' },
      now: Date.UTC(2026, 0, 31, 23),
    });
    await poor.client.call(chat, { body: { prompt: DEFAULT_PROMPTS['buyer-avatar'] }, headers: key() });
    poor.stub.log.clear();
    const error = await refusalOf(poor.client.call(chat, { body: { prompt: 'x' }, headers: key() }));
    expect(error).toMatchObject({ status: 402, code: 'ai_budget_reached' });
    expect(poor.stub.log.entries).toEqual([]);
    poor.app.clock.advance(2 * 3600 * 1000);
    expect((await poor.client.call(chat, { body: { prompt: 'x' }, headers: key() })).finishReason).toBe('stop');
    await poor.close();
  });

  test('says every 15 seconds that it is still there', async () => {
    const timers = createTestTimers();
    const waiting = await startAiApp({ timers });
    waiting.stub.plan('hang');
    const response = await waiting.fetch('/api/ai/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...key() },
      body: JSON.stringify({ prompt: 'x' }),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^: /);
    timers.advance(15_000);
    expect((await reader?.read())?.value).toBe(': still here\n\n');
    timers.advance(15_000);
    expect((await reader?.read())?.value).toBe(': still here\n\n');
    await waiting.close();
    await reader?.cancel();
  });
});
