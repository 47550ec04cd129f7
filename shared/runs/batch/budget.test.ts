import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

test('what steps under way can cost at the most is set aside, so that those at once do not pass the limit together', () => {
  const budget = createBudget(() => 1);
  const spent = new Map([
    [1, 0.3],
    [2, 0.1],
  ]);
  expect(budget.reserve(1, 0.4, spent)).toBe('granted');
  // The 0.7 of the first topic and the second topic's own 0.1 leave 0.2.
  expect(budget.reserve(2, 0.3, spent)).toBe('wait');
  budget.release(1);
  expect(budget.reserve(2, 0.3, new Map([...spent, [1, 0.5]]))).toBe('granted');
  expect(budget.reserve(3, 0.3, new Map([...spent, [1, 0.5]]))).toBe('wait');
  budget.release(2);
  expect(budget.reserve(3, 0.5, new Map([...spent, [1, 0.5]]))).toBe('over');
  expect(budget.left(new Map([...spent, [1, 0.5]]))).toBeCloseTo(0.4);
});

test('where nobody knows what a step costs, what was spent counts; without a limit nothing does', () => {
  const limit: { usd: number | null } = { usd: 1 };
  const budget = createBudget(() => limit.usd);
  expect(budget.reserve(1, null, new Map([[1, 0.9]]))).toBe('granted');
  expect(budget.reserve(1, null, new Map([[1, 1]]))).toBe('over');
  limit.usd = null;
  expect(budget.reserve(1, 500, new Map([[1, 1000]]))).toBe('granted');
  expect(budget.left(new Map())).toBeNull();
});
