import { expect, test } from 'vitest';
import type { ImportReceipt } from '#shared/contract/imports.ts';
import { receiptLines } from './receipt-text.ts';

const receipt = (number: number): ImportReceipt => ({
  items: {
    total: number,
    outcomes: { arrived: 0, changed: 0, unchanged: 0, merged: number, kept: number, 'left-out': 0, refused: 0 },
  },
  kinds: [],
  addresses: { total: number, outcomes: { there: number, redirected: number, ours: number, missing: number } },
  pictures: { stored: 0, missing: 0, gone: 0 },
  texts: { compared: 0, whole: 0, share: 1 },
  isComplete: true,
});

test('a receipt speaks of one thing and of several as one does', () => {
  expect(receiptLines({ receipt: receipt(1) }).slice(0, 2)).toEqual([
    '1 item accounted for: 1 was here already, 1 keeps its words here',
    '1 old address was asked for: 1 answers, 1 leads on, 1 is a page of this site, 1 leads nowhere',
  ]);
  expect(receiptLines({ receipt: receipt(5) }).slice(0, 2)).toEqual([
    '5 items, every one accounted for: 5 were here already, 5 keep their words here',
    '5 old addresses were asked for: 5 answer, 5 lead on, 5 are pages of this site, 5 lead nowhere',
  ]);
});
