import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('a failure is told when the work that was running has ended, and nothing more is begun', async () => {
  const ended: number[] = [];
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (item: number) => {
    if (item === 1) throw new Error('refused');
    await slow;
    ended.push(item);
  };
  let isTold = false;
  const run = (async () => {
    for await (const _ of inOrder([1, 2, 3], 2, work));
  })().finally(() => {
    isTold = true;
  });
  const refusal = expect(run).rejects.toThrow('refused');
  await new Promise(setImmediate);
  expect(isTold).toBe(false);
  end();
  await refusal;
  expect(ended).toEqual([2]);
});
