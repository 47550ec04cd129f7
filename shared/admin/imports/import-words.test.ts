import { expect, test } from 'vitest';
import type { ImportReceipt } from '#shared/contract/imports.ts';
import { count, importLabel, kindWords, phrase, progressWords, verdict } from './import-words.ts';

test('one thing and several are said in a whole phrase each', () => {
  expect([phrase('clashes', 1), phrase('clashes', 3)]).toEqual([
    '1 address is taken here and gets another one',
    '3 addresses are taken here and get another one',
  ]);
  expect([phrase('pictureLacks', 1), phrase('pictureLacks', 1200)]).toEqual([
    '1 picture is not among the files',
    '1,200 pictures are not among the files',
  ]);
  expect([phrase('wereHere', 1), phrase('wereHere', 5)]).toEqual(['1 was here', '5 were here']);
  expect([phrase('stay', 1), phrase('stay', 2)]).toEqual(['1 thing stays:', '2 things stay:']);
});

test('the button that begins an import says what comes, and never that nothing does', () => {
  const subscribers = (total: number) => ({ ...{ total, ended: 0 }, refused: { total: 0, first: [] } });
  expect([
    importLabel({ posts: 1, pages: 2, subscribers: subscribers(0) }),
    importLabel({ posts: 0, pages: 0, subscribers: subscribers(18) }),
    importLabel({ posts: 0, pages: 0, subscribers: subscribers(0) }),
  ]).toEqual(['Import 3 posts', 'Import 18 subscribers', 'Import what can be read']);
});

test('every kind of thing in an export has its plural', () => {
  const two = [
    'benefit of a tier',
    'injected code',
    'label of members',
    'post without a text',
    'repeated entry',
    'key',
  ];
  expect(two.map((kind) => count(2, ...kindWords(kind)))).toEqual([
    '2 benefits of tiers',
    '2 pieces of injected code',
    '2 labels of members',
    '2 posts without a text',
    '2 repeated entries',
    '2 keys',
  ]);
  const changed = ['category', 'codex', 'former-address', 'suppressed-address', 'picture'];
  expect(changed.map((kind) => kindWords(kind).join(', '))).toEqual([
    'category, categories',
    'codex, codices',
    'former address, former addresses',
    'suppressed address, suppressed addresses',
    'picture, pictures',
  ]);
});

test('while other servers are asked for pictures, the progress says so', () => {
  expect(progressWords('posts', { fetchPictures: true })).toBe('Bringing in posts, fetching their pictures');
  expect(progressWords('posts', { fetchPictures: false })).toBe('Bringing in posts and their pictures');
  expect(progressWords('asking', { fetchPictures: true })).toBe('Asking for every old address');
});

test('the verdict on one item is said of one', () => {
  const outcomes = { arrived: 1, changed: 0, unchanged: 0, merged: 0, kept: 0, 'left-out': 0, refused: 0 };
  const receipt: ImportReceipt = {
    ...{ items: { total: 1, outcomes }, kinds: [], isComplete: true },
    addresses: { total: 0, outcomes: { there: 0, redirected: 0, ours: 0, missing: 0 } },
    pictures: { stored: 0, missing: 0, gone: 0 },
    texts: { compared: 1, whole: 1, share: 1 },
  };
  expect(verdict(receipt)).toBe('1 item is accounted for.');
});
