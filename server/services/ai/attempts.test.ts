import { expect, test } from 'vitest';
import { ProviderError } from '#server/adapters/ai/provider.ts';
import { createTestTimers } from '#server/adapters/ai/test-timers.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Attempt, withAttempts } from './attempts.ts';
import type { Spending } from './paid-work.ts';

const busy = (retryAfter?: number) => new ProviderError('ai_provider_failed', 'Busy.', { mayRetry: true, retryAfter });

function begin(answers: (ProviderError | string)[], send?: (attempt: Attempt) => Promise<string>) {
  const timers = createTestTimers();
  const controller = new AbortController();
  const spending: Spending = { isPaid: false, usage: null };
  let sent = 0;
  const next = async () => {
    const answer = answers[sent++];
    if (typeof answer === 'string') return answer;
    throw answer;
  };
  const result = withAttempts(
    { timers, silence: 60_000, signal: controller.signal, spending, random: () => 0 },
    send ?? next,
  );
  result.catch(() => undefined);
  return { result, timers, controller, spending, sent: () => sent };
}

test('the pauses double, and the fourth refusal is the last', async () => {
  const { result, timers, sent, spending } = begin([busy(), busy(), busy(), busy(), 'never']);
  for (const pause of [1000, 2000, 4000]) {
    await timers.set(pause);
    timers.advance(pause);
  }
  await expect(result).rejects.toMatchObject({ code: 'ai_provider_failed' });
  expect([sent(), spending.isPaid]).toEqual([4, false]);
});

test('a provider that says how long to wait is believed, up to a minute', async () => {
  const patient = begin([busy(30_000), 'fine']);
  await patient.timers.set(30_000);
  patient.timers.advance(30_000);
  expect(await patient.result).toBe('fine');
  const { result, sent } = begin([busy(60_001), 'never']);
  await expect(result).rejects.toMatchObject({ code: 'ai_provider_failed' });
  expect(sent()).toBe(1);
});

test('nothing is sent twice once the provider has said something, or may have been paid', async () => {
  const begun = begin([], async ({ heard }) => {
    heard();
    throw busy();
  });
  await expect(begun.result).rejects.toMatchObject({ code: 'ai_provider_failed' });
  const unclear = begin([new ProviderError('ai_provider_failed', 'Broken.'), 'never']);
  await expect(unclear.result).rejects.toMatchObject({ code: 'ai_provider_failed' });
  expect([begun.spending.isPaid, unclear.spending.isPaid, unclear.sent()]).toEqual([true, true, 1]);
});

test('a refusal costs nothing', async () => {
  const { result, spending } = begin([new ProviderError('ai_refused', 'No.')]);
  await expect(result).rejects.toMatchObject({ code: 'ai_refused', message: 'No.' });
  expect(spending.isPaid).toBe(false);
});

test('stopped in a pause, nothing more is sent and nothing is owed', async () => {
  const { result, timers, controller, sent, spending } = begin([busy(), 'never']);
  await timers.set(1000);
  controller.abort(new AppError('ai_provider_failed', { message: 'Stopped.' }));
  await expect(result).rejects.toMatchObject({ message: 'Stopped.' });
  timers.advance(10_000);
  expect([sent(), spending.isPaid, timers.waiting()]).toEqual([1, false, []]);
});

test('silence is counted from what was last heard', async () => {
  let tell: () => void = () => undefined;
  const { result, timers } = begin([], ({ signal, heard }) => {
    tell = heard;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  });
  timers.advance(59_000);
  tell();
  timers.advance(59_000);
  tell();
  timers.advance(60_000);
  await expect(result).rejects.toMatchObject({ message: expect.stringMatching(/said nothing for too long/) });
});
