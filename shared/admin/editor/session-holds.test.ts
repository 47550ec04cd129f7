import { expect, test } from 'vitest';
import { holdName } from './post-hold.ts';
import { createSessionHolds } from './session-holds.ts';

function createHolds() {
  const held = new Set<string>();
  const holds = createSessionHolds(
    {
      // As in a browser, a hold is granted a moment after it is requested.
      async tryHold(name) {
        await Promise.resolve();
        held.add(name);
        return { release: () => held.delete(name) };
      },
    },
    null,
  );
  return { held, holds };
}

test('a draft that has become a post is held under its name until the session lets go', async () => {
  const { held, holds } = createHolds();
  await holds.hold(7);
  expect([...held]).toEqual([holdName(7)]);
  holds.releaseAll();
  expect([...held]).toEqual([]);
});

test.each(['releaseAll', 'close'] as const)('what is given only after %s is given back', async (letGo) => {
  const { held, holds } = createHolds();
  const given = holds.hold(7);
  holds[letGo]();
  await given;
  expect([...held]).toEqual([]);
});

test('a closed session holds nothing any more', async () => {
  const { held, holds } = createHolds();
  holds.close();
  await holds.hold(7);
  expect([...held]).toEqual([]);
});
