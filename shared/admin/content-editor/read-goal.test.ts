import { expect, test } from 'vitest';
import { readGoal } from './read-goal.ts';

test.each([
  ['1500', 1500],
  ['1,500', 1500],
  [' 1 500 ', 1500],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['0', null],
  ['-5', null],
  ['many', null],
  ['', null],
])('%j is a goal of %j', (text, goal) => {
  expect(readGoal(text)).toBe(goal);
});
