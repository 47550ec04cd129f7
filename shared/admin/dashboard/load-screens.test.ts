import { expect, test } from 'vitest';
import { loadScreensSoon } from './load-screens.ts';

/** Makes screens that record when they are fetched, the second of which fails, and the timer that they wait for. */
function some() {
  const fetched: string[] = [];
  let due = () => {};
  const screen = (name: string) => ({
    load() {
      fetched.push(name);
      return name === 'second' ? Promise.reject(new Error('no network')) : Promise.resolve();
    },
  });
  const timers = {
    after(_wait: number, run: () => void) {
      due = run;
      return () => {
        due = () => {};
      };
    },
  };
  return { fetched, timers, ring: async () => due(), screens: ['first', 'second', 'third'].map(screen) };
}

test('screens are fetched a while after the start, and one that does not come stops no other', async () => {
  const { fetched, timers, ring, screens } = some();
  loadScreensSoon(screens, timers);
  expect(fetched).toEqual([]);
  await ring();
  expect(fetched).toEqual(['first', 'second', 'third']);
});

test('a page that is left fetches none', async () => {
  const { fetched, timers, ring, screens } = some();
  loadScreensSoon(screens, timers)();
  await ring();
  expect(fetched).toEqual([]);
});
