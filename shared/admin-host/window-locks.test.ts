import { expect, test } from 'vitest';
import { pageLocks } from './window-locks.ts';

test('without Web Locks a name is held once within the page, until it is given back', async () => {
  const locks = pageLocks();
  const hold = await locks.tryHold('a');
  expect(await locks.tryHold('a')).toBeNull();
  expect(await locks.tryHold('b')).not.toBeNull();
  hold?.release();
  expect(await locks.tryHold('a')).not.toBeNull();
});
