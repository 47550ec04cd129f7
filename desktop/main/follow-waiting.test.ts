import { expect, test, vi } from 'vitest';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import { followWaiting } from './follow-waiting.ts';

const change = (id: string) => [{ id, kind: 'preferences' as const, update: null, isRemoved: false }];

test('what waits is looked at once after whatever may have changed it, and not for what is typed', () => {
  const [send, onChanged] = [vi.fn(), vi.fn()];
  const later: (() => void)[] = [];
  const timers = {
    after(_milliseconds: number, run: () => void) {
      later.push(run);
      return () => undefined;
    },
  };
  const tell = followWaiting({ send, onChanged, timers });
  tell('documents.changed', change('preferences:this-device'));
  tell('network.state', { isOnline: false });
  expect(later).toHaveLength(0);
  tell('documents.changed', change('preferences:this-device-saves'), 4);
  tell('sync.state', { ...asleep });
  tell('pictures.waiting', []);
  expect(send).toHaveBeenCalledTimes(5);
  expect(send.mock.calls[2]).toEqual(['documents.changed', change('preferences:this-device-saves'), 4]);
  expect(later).toHaveLength(1);
  later[0]?.();
  expect(onChanged).toHaveBeenCalledOnce();
  tell('documents.changed', change('preferences:this-device-actions'));
  expect(later).toHaveLength(2);
});
