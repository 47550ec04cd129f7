import { expect, test } from 'vitest';
import type { SoakResult } from './run-soak.ts';
import { checkAnswers, memoryGrowth, reportSoak } from './soak-report.ts';
import { createTally } from './tally.ts';

function soak(answers: readonly number[], faults: string[] = []): SoakResult {
  const tally = createTally();
  for (const [index, status] of answers.entries()) tally.record('a post', status, index);
  const samples = Array.from({ length: 9 }, (_, at) => ({ at, memory: 150, held: 60 }));
  return {
    seconds: 9,
    figures: tally.figures(),
    samples,
    ownHolds: [4, 5].map((held) => ({ held, computed: 1, system: 0, collected: 0 })),
    promises: 3,
    faults,
  };
}
const met = (result: SoakResult) => checkAnswers(result).map(({ isMet }) => isMet);
const many = (count: number, status: number) => Array<number>(count).fill(status);

test('a load is borne when all is kept, nothing fails, and at most one answer in twenty is 429', () => {
  expect(met(soak([...many(95, 200), ...many(5, 429)]))).toEqual([true, true, true]);
  expect(met(soak([...many(94, 200), ...many(6, 429)]))).toEqual([true, true, false]);
  expect(met(soak([...many(99, 200), 500]))).toEqual([true, false, true]);
  expect(met(soak([...many(99, 200), 503]))).toEqual([true, false, true]);
  expect(met(soak([...many(99, 200), 0]))).toEqual([true, false, true]);
  expect(met(soak(many(9, 200), ['the post tea is not as it was saved']))).toEqual([false, true, true]);
});

test('memory is flat when its last third is like its second, whatever the first was', () => {
  const samples = (...memory: number[]) => memory.map((each) => ({ memory: each }));
  expect(memoryGrowth(samples(90, 120, 150, 150, 150, 150, 150, 150, 150))).toBe(1);
  expect(memoryGrowth(samples(100, 110, 120, 130, 140, 150, 160, 170, 180))).toBeGreaterThan(1.2);
});

test('the report tells of every fault', () => {
  expect(reportSoak(soak([200])).details).not.toContain('Faults');
  expect(reportSoak(soak([200], ['the message “hello” is gone'])).details).toContain('- the message “hello” is gone');
});
