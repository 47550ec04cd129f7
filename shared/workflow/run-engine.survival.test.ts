import { describe, expect, test } from 'vitest';
import { FACT_CHECK, TEN_STEPS } from '#tests/e2e/tenth-step/ten-steps.ts';
import { attemptKey, publishKey } from './run.ts';
import { seededRandom, simulateRun } from './testing/simulated-run.ts';
import { shippedIds, stepAt } from './testing/step-at.ts';

const undisturbed = simulateRun(seededRandom(1), 0);

test('an undisturbed run buys nine steps, makes drafts of two and publishes one post', () => {
  expect(undisturbed.run.state.kind).toBe('done');
  expect(undisturbed.purchases.map(({ step }) => step)).toEqual([...shippedIds]);
  expect(undisturbed.draftSources).toEqual([attemptKey('run', stepAt(8), 1), attemptKey('run', stepAt(9), 1)]);
  expect(undisturbed.posts).toEqual([publishKey('run')]);
});

test('a step put between the fifth and the sixth is bought in its turn, once, whatever breaks', () => {
  for (const trouble of [0, 0.2]) {
    const { run, purchases, draftSources } = simulateRun(seededRandom(3), trouble, TEN_STEPS);
    expect(run.state.kind).toBe('done');
    const bought = purchases.filter(({ isLost }) => !isLost).map(({ step }) => step);
    expect(bought).toEqual([...shippedIds.slice(0, 5), FACT_CHECK.id, ...shippedIds.slice(5)]);
    expect(draftSources.map((source) => source.replace(/-\d+$/, ''))).toEqual([
      `run-step-${stepAt(8)}`,
      `run-step-${stepAt(9)}`,
    ]);
  }
});

describe('100 histories of crashes, lost networks, dead sessions, failures and stops', () => {
  const histories = Array.from({ length: 100 }, (_, index) => {
    const seed = index + 1;
    const trouble = [0.02, 0.08, 0.2, 0.35][index % 4] ?? 0;
    return { seed, trouble, ...simulateRun(seededRandom(seed), trouble) };
  });

  test.each(histories)('seed $seed, trouble $trouble: $crashes crashes', (history) => {
    expect(history.run.state.kind).toBe('done');
    expect(history.outputs).toEqual(undisturbed.outputs);
    for (const step of shippedIds) {
      const bought = history.purchases.filter((purchase) => purchase.step === step);
      expect(bought.filter(({ isLost }) => !isLost)).toHaveLength(1);
      // Every earlier attempt was lost before the next one was bought.
      expect(bought.at(-1)?.isLost).toBe(false);
      expect(new Set(bought.map(({ key }) => key)).size).toBe(bought.length);
    }
    expect(history.draftSources).toHaveLength(2);
    expect(history.posts.length).toBeLessThanOrEqual(1);
  });

  test('together they crash the page hundreds of times and lose calls in every step', () => {
    const crashes = histories.reduce((sum, { crashes: count }) => sum + count, 0);
    expect(crashes).toBeGreaterThan(300);
    for (const step of shippedIds) {
      const lost = histories.flatMap(({ purchases }) => purchases.filter((each) => each.step === step && each.isLost));
      expect(lost.length).toBeGreaterThan(10);
    }
  });
});
