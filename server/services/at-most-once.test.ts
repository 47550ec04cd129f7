import { expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createAtMostOnce, refusalOf, toStoredError } from './at-most-once.ts';

/**
 * A call that answers 1, 2, 3 …, one number for each time it is made, and a table that keeps what a test puts into it.
 */
function setUp() {
  const calls = createAtMostOnce<string>();
  const table = new Map<string, { bodyHash: string; answer: number }>();
  let made = 0;
  const ask = (id: string, asked: unknown, over?: () => Promise<unknown>) =>
    calls.once({
      id,
      asked,
      handle: 'a handle',
      find: async () => table.get(id) ?? null,
      replay: ({ answer }) => answer,
      async run(bodyHash) {
        made += 1;
        if (asked === 'fail') throw new Error('A fault');
        table.set(id, { bodyHash, answer: made });
        return made;
      },
      ...(over ? { over } : {}),
    });
  return { calls, table, ask, made: () => made };
}

test('a key in flight is joined, and one that was used is answered from the table', async () => {
  const { ask, made } = setUp();
  expect(await Promise.all([ask('k', 'body'), ask('k', 'body')])).toEqual([1, 1]);
  expect(await ask('k', 'body')).toBe(1);
  expect(await ask('other', 'body')).toBe(2);
  expect(made()).toBe(2);
});

test('a key that was used for something else is refused, in flight and later', async () => {
  const { ask, made } = setUp();
  const first = ask('k', 'body');
  await expect(ask('k', 'another')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  await first;
  await expect(ask('k', 'another')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(made()).toBe(1);
});

test('what has failed and is not kept may be asked again at once', async () => {
  const { ask, made } = setUp();
  for (const times of [1, 2]) {
    await expect(ask('k', 'fail')).rejects.toThrow('A fault');
    expect(made()).toBe(times);
  }
});

test('a call that is answered before it is over is in flight until then', async () => {
  const { calls, table, ask } = setUp();
  let end = () => {};
  await ask('k', 'body', () => new Promise<void>((resolve) => (end = resolve)));
  table.clear();
  expect(calls.inFlight('k')?.handle).toBe('a handle');
  expect(await ask('k', 'body')).toBe(1);
  end();
  await expect.poll(() => calls.inFlight('k')).toBeUndefined();
});

test('a refusal is given again as it was', () => {
  const issues = [{ path: 'slug', message: 'Taken' }];
  const refusal = new AppError('slug_taken', { message: 'Taken', issues, current: { id: 3 } });
  expect(refusalOf(JSON.stringify(toStoredError(refusal)))).toEqual(refusal);
});
