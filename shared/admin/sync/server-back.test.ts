import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import { onServerBack } from './server-back.ts';

it('calls when the server can be reached again, and for no other change', () => {
  const exchange = createStore<ExchangeState>(() => ({ ...asleep, status: 'on-the-server' }));
  const become = exchange.setState;
  let calls = 0;
  const stop = onServerBack(exchange, () => {
    calls += 1;
  });
  become({ unsent: 1 });
  become({ isOnline: false });
  become({ unsent: 2 });
  expect(calls).toBe(0);
  become({ isOnline: true });
  become({ unsent: 0 });
  expect(calls).toBe(1);
  become({ isOnline: false });
  stop();
  become({ isOnline: true });
  expect(calls).toBe(1);
});
