import { expect, test } from 'vitest';
import { createEchoFilter } from './echo-filter.ts';
import { createTestTime } from './test-device.ts';

const at = (seq: number, siteId = 'our-site') => ({ siteId, seq, id: `update-${seq}` });

function begin(place = at(10)) {
  const time = createTestTime(async () => undefined);
  const echo = createEchoFilter(time);
  echo.pulledTo(place);
  return { time, echo };
}

test('an event about the place a pull has come to tells nothing new', () => {
  expect(begin().echo.classify(at(10), at(10))).toBe('known');
});

test('what follows our place without a gap and was pushed by us is an echo, whatever order the answers came in', () => {
  const { echo } = begin();
  echo.pushedTo([13, 11, 12], at(10));
  expect([11, 12, 13, 14].map((seq) => echo.classify(at(seq), at(10)))).toEqual(['echo', 'echo', 'echo', 'new']);
  echo.pushedTo([14], at(10));
  expect(echo.classify(at(14), at(10))).toBe('echo');
});

test('behind what another wrote nothing is an echo until a pull has brought it', () => {
  const { echo } = begin();
  echo.pushedTo([12], at(10));
  expect(echo.classify(at(12), at(10))).toBe('new');
  echo.pulledTo(at(12));
  echo.pushedTo([13], at(12));
  expect(echo.classify(at(13), at(12))).toBe('echo');
});

test('after a pull from a server put back from an older copy, places that were once ours are others’', () => {
  const { echo } = begin();
  echo.pushedTo([11, 12], at(10));
  echo.pulledTo(at(9));
  expect(echo.classify(at(11), at(9))).toBe('new');
});

test('an event of another site is new, wherever it stands, and so is any while we have no place', () => {
  const { echo } = begin(at(12));
  expect(echo.classify(at(12, 'another-site'), at(12))).toBe('new');
  expect(createEchoFilter(createTestTime(async () => undefined)).classify(at(0), null)).toBe('new');
});

test('an event that came late, from before our place, can wait like an echo', () => {
  const { echo } = begin(at(12));
  expect(echo.classify(at(11), at(12))).toBe('echo');
  expect(echo.classify({ ...at(12), id: 'of-a-log-put-back' }, at(12))).toBe('echo');
});

test('echoes are pulled two seconds after the first of them, once, and not where they have been already', async () => {
  const { time, echo } = begin();
  let pulls = 0;
  const pull = () => {
    pulls += 1;
  };
  echo.pullLater(pull);
  await time.pass(1500);
  echo.pullLater(pull);
  await time.pass(499);
  expect(pulls).toBe(0);
  await time.pass(1);
  await time.pass(10_000);
  expect(pulls).toBe(1);
  echo.pullLater(pull);
  echo.clear();
  await time.pass(10_000);
  expect(pulls).toBe(1);
  echo.pullLater(pull);
  await time.pass(2000);
  expect(pulls).toBe(2);
});
