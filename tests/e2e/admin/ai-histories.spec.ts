import { chat, getAiUsage } from '#shared/contract/ai.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { collect, textOf } from '#tests/ai-stub/ai-app.ts';
import { faultsOf } from '#tests/long/ai-histories/ai-history-faults.ts';
import { type OpenStage, openStage } from '#tests/long/ai-histories/ai-stage.ts';
import { describeTrouble, planHistories } from '#tests/long/ai-histories/plan-ai-history.ts';
import { runHistory } from '#tests/long/ai-histories/run-ai-history.ts';
import { faultsOf as faultsOfBatch, killBatch } from '#tests/long/batch-kills/kill-batch.ts';
import { expect, test } from '../site-test.ts';

// One server for all of them, killed and started again: the tests of this file run one after the other.
test.describe.configure({ mode: 'default' });

let stage: OpenStage;
test.beforeAll(async () => {
  stage = await openStage();
});
test.afterAll(() => stage?.close());

/** Returns the number of times that the provider received this prompt, by the provider's own log. */
async function timesAsked(prompt: string): Promise<number> {
  const answer = await fetch(`${stage.stub.address}/log`);
  const { requests } = (await answer.json()) as { requests: { prompt: string }[] };
  return requests.filter((request) => request.prompt === prompt).length;
}

// Tested one level below in `server/routes/ai-restart.test.ts`.
test('a server that is killed in the middle of an answer books it as interrupted and buys no answer twice', {
  tag: '@long',
}, async () => {
  const { server, stub } = stage;
  stub.reset();
  const headers = (key: string) => ({ 'idempotency-key': key });
  const whole = { prompt: DEFAULT_PROMPTS['problem-goal-benefit'], runId: 'killed', step: 2 };
  const cut = { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId: 'killed', step: 1 };
  const answer = await server.client.call(chat, { body: whole, headers: headers('killed-whole') });

  stub.setDelay(50);
  stub.plan('hang-midway');
  let seen = '';
  for await (const event of server.client.events(chat, { body: cut, headers: headers('killed-cut') })) {
    if (event.event === 'delta') seen += event.data.text;
    // The stand-in sends twenty words, then nothing.
    if (seen.split(/\s+/).length >= 20) break;
  }
  await server.kill();
  expect(server.callsOf('killed').map(({ key, state }) => [key, state])).toEqual([
    ['killed-whole', 'succeeded'],
    ['killed-cut', 'running'],
  ]);
  stub.setDelay(0);
  await server.start();

  const again = await collect(server.client.events(chat, { body: cut, headers: headers('killed-cut') }));
  expect(again.at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'ai_provider_failed', message: expect.stringMatching(/^The server stopped while/) },
  });
  // The words that had arrived half a second before the kill are there, but only as a part.
  const part = textOf(again);
  expect([part === '', seen.startsWith(part)]).toEqual([false, true]);
  const interrupted = server.callsOf('killed')[1];
  expect(interrupted?.state).toBe('failed');
  expect([interrupted?.input_tokens, interrupted?.output_tokens].every((tokens) => tokens && tokens > 0)).toBe(true);
  expect(interrupted?.cost_usd).toBeGreaterThan(0);

  expect(await server.client.call(chat, { body: whole, headers: headers('killed-whole') })).toEqual(answer);
  expect([await timesAsked(whole.prompt), await timesAsked(cut.prompt)]).toEqual([1, 1]);
  const anew = await server.client.call(chat, { body: cut, headers: headers('killed-anew') });
  expect(anew.output.startsWith(seen.trimEnd())).toBe(true);
  expect(await timesAsked(cut.prompt)).toBe(2);
  expect(await server.client.call(getAiUsage, { query: { runId: 'killed' } })).toMatchObject({ calls: 3 });
});

test('a batch goes on after its server was killed, each answer bought once but where it died in one', {
  tag: '@long',
}, async () => {
  const killed = await killBatch(stage, { number: 1, topics: 1, kills: 2 });
  expect(faultsOfBatch(killed)).toEqual([]);
  expect(killed.kills).toBe(2);
});

/**
 * Some of the hundred histories that `npm run test:long -- ai-histories` runs, one for each moment in which something
 * dies.
 */
const plans = planHistories(5).filter(({ number }) => number !== 4);

for (const plan of plans) {
  test(`history ${plan.number}: ${plan.troubles.map(describeTrouble).join('; ')}`, { tag: '@long' }, async () => {
    const history = await runHistory(stage, plan);
    expect(faultsOf(history, stage.undisturbed)).toEqual([]);
    expect(history.troubles).toBeGreaterThan(0);
  });
}
