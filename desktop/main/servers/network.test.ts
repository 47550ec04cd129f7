import { expect, test, vi } from 'vitest';
import { createNetwork } from './network.ts';

const wait = { first: 5, longest: 20 };

test('one failed call means offline, one answer online; each is told once', () => {
  const network = createNetwork({ probe: async () => {}, wait });
  const told: boolean[] = [];
  network.onChange((isOnline) => told.push(isOnline));
  network.report(true);
  network.report(false);
  network.report(false);
  network.report(true);
  expect(told).toEqual([false, true]);
  network.stop();
});

test('offline, it asks again and again, and stops once it was answered', async () => {
  let asked = 0;
  const network = createNetwork({
    wait,
    probe: async () => {
      asked += 1;
      network.report(asked === 4);
    },
  });
  network.report(false);
  await vi.waitFor(() => expect(network.isOnline()).toBe(true), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(asked).toBe(4);
  network.stop();
});

test('a doubt asks at once, and never twice at a time', async () => {
  let asked = 0;
  const network = createNetwork({
    wait,
    probe: async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    },
  });
  network.doubt();
  network.doubt();
  expect(asked).toBe(1);
  network.stop();
});
