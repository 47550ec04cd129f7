import { expect, it } from 'vitest';
import { asleep, type ExchangeState } from '#shared/workspace/exchange-port.ts';
import { onServerBack } from './server-back.ts';

it('calls when the server can be reached again, and for no other change', () => {
  let tell = () => {};
  let state: ExchangeState = { ...asleep, status: 'on-the-server' };
  const exchange = {
    state: () => state,
    onState(listener: () => void) {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
  };
  const become = (change: Partial<ExchangeState>) => {
    state = { ...state, ...change };
    tell();
  };
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
