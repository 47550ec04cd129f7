import { expect, test } from 'vitest';
import { CHART_DAYS, sumOf, sumsBy, sumsByDay } from './cost-sums.ts';

const day = (of: string, model: string, stepId: string | null, costUsd: number | null) => ({
  ...{ day: of, model, stepId, costUsd, calls: 2, tokens: 100 },
});
const days = [
  day('2025-03-02', 'large', 'keywords', 0.5),
  day('2025-03-02', 'small', 'keywords', null),
  day('2025-02-28', 'large', null, 0.25),
];

test('every one of thirty days is there, over the end of a month, the last one today', () => {
  const sums = sumsByDay(days, '2025-03-02');
  expect(sums).toHaveLength(CHART_DAYS);
  expect(sums.slice(-3)).toEqual([
    { name: '2025-02-28', calls: 2, tokens: 100, costUsd: 0.25 },
    { name: '2025-03-01', calls: 0, tokens: 0, costUsd: null },
    { name: '2025-03-02', calls: 4, tokens: 200, costUsd: 0.5 },
  ]);
});

test('models and steps are summed, the dearest first', () => {
  expect(sumsBy(days, ({ model }) => model)).toEqual([
    { name: 'large', calls: 4, tokens: 200, costUsd: 0.75 },
    { name: 'small', calls: 2, tokens: 100, costUsd: null },
  ]);
  expect(sumOf(days)).toEqual({ calls: 6, tokens: 300, costUsd: 0.75 });
  expect(sumOf([])).toEqual({ calls: 0, tokens: 0, costUsd: null });
});
