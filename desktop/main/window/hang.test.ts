import { expect, test } from 'vitest';
import { createHang } from './hang.ts';

function open(isEnding = false) {
  const done: string[] = [];
  let answer: (choice: 'wait' | 'reload' | 'close') => void = () => {};
  const hang = createHang({
    isEnding: () => isEnding,
    ask() {
      done.push('asked');
      return new Promise((resolve) => (answer = resolve));
    },
    reload: () => done.push('reloaded'),
    destroy: () => done.push('destroyed'),
  });
  return { hang, done, choose: (choice: 'wait' | 'reload' | 'close') => answer(choice) };
}

test.each([
  ['wait', []],
  ['reload', ['reloaded']],
  ['close', ['destroyed']],
] as const)('a page that hangs is asked about once; %s', async (choice, outcome) => {
  const { hang, done, choose } = open();
  const asked = hang.unresponsive();
  await hang.unresponsive();
  choose(choice);
  await asked;
  expect(done).toEqual(['asked', ...outcome]);
});

test('a window that is to close, or an app that quits, does not wait for a page that hangs', async () => {
  const { hang, done } = open(true);
  await hang.unresponsive();
  expect(done).toEqual(['destroyed']);
});

test('a page that has come to itself meanwhile stays, whatever is answered', async () => {
  const { hang, done, choose } = open();
  const asked = hang.unresponsive();
  hang.responsive();
  choose('close');
  await asked;
  expect(done).toEqual(['asked']);
});
