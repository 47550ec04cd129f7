import { expect, test } from 'vitest';
import { countSent } from './count-sent.ts';

const bodyOf = (...sizes: number[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(7));
      controller.close();
    },
  });

test('a body goes through as it is, and says now and then how much of it has gone', async () => {
  const told: number[] = [];
  const counted = countSent(bodyOf(200_000, 200_000, 100, 300_000), (bytes) => told.push(bytes));
  const bytes = new Uint8Array(await new Response(counted).arrayBuffer());
  expect(bytes).toHaveLength(700_100);
  expect(bytes.every((byte) => byte === 7)).toBe(true);
  expect(told).toEqual([400_000, 700_100, 700_100]);
});

test('what is not taken has not gone', async () => {
  const told: number[] = [];
  const reader = countSent(bodyOf(1, 1), (bytes) => told.push(bytes)).getReader();
  await reader.read();
  await reader.cancel();
  expect(told).toEqual([]);
});
