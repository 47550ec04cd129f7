import { expect, it } from 'vitest';
import { costText, usageText } from './usage-texts.ts';

it('a cost is named as precisely as it says something', () => {
  expect([0, 0.00001, 0.0042, 0.0421, 0.5, 1.005, 12].map(costText)).toEqual([
    '$0.00',
    'under $0.0001',
    '$0.0042',
    '$0.042',
    '$0.50',
    '$1.00',
    '$12.00',
  ]);
  expect(usageText({ tokens: 1, costUsd: null })).toBe('1 token');
  expect(usageText({ tokens: 12_480, costUsd: 0.11 })).toBe('12,480 tokens · $0.11');
});
