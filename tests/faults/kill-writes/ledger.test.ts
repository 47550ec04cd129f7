import { describe, expect, test } from 'vitest';
import { brokenPromises, createLedger, type Found } from './ledger.ts';

const found: Found = {
  posts: new Map([['a', 'first']]),
  swaps: new Map([['s', { content: 'after', version: 2, revisions: 1, recorded: 1, isWaiting: false }]]),
  pictures: new Set(['p.jpg']),
  wantedFiles: new Set(['uploads/p.jpg']),
  files: new Set(['uploads/p.jpg']),
  messages: new Set(['hello']),
  goneLive: new Map([['a', 1]]),
  databaseFaults: [],
};
const post = (kept: string | null, asked: string | null = null) => {
  const ledger = createLedger();
  ledger.posts.set('a', { kept, asked });
  return ledger;
};

test('what was promised and is there is no fault, nor what was asked for and came all the same', () => {
  const ledger = post('first');
  ledger.pictures.add('p.jpg');
  ledger.messages.add('hello');
  ledger.deleted.add('gone.jpg');
  expect(brokenPromises(ledger, found)).toEqual([]);
  expect(brokenPromises(post('zeroth', 'first'), found)).toEqual([]);
  expect(brokenPromises(post(null, 'first'), found)).toEqual([]);
  expect(brokenPromises(post(null, 'other'), { ...found, posts: new Map() })).toEqual([]);
});

test.each([
  ['a save that is lost', post('second'), {}],
  ['a post that is lost', post('first'), { posts: new Map() }],
  ['a post nobody wrote so', post(null, 'other'), {}],
  ['a picture that is lost', createLedger(), { pictures: new Set<string>() }],
  ['a deleted picture that is back', createLedger(), {}],
  ['a message that is lost', createLedger(), { messages: new Set<string>() }],
  ['a file that is lost', createLedger(), { files: new Set<string>() }],
  ['a file of nothing', createLedger(), { wantedFiles: new Set<string>() }],
  ['a post that went live without a word', post('first'), { goneLive: new Map([['a', 0]]) }],
  ['a post that went live twice', post('first'), { goneLive: new Map([['a', 2]]) }],
  ['a torn database', createLedger(), { databaseFaults: ['row 1 missing from index'] }],
])('%s is a fault', (what, ledger, change) => {
  if (what.includes('picture that is lost')) ledger.pictures.add('p.jpg');
  if (what.includes('is back')) ledger.deleted.add('p.jpg');
  if (what.includes('message')) ledger.messages.add('hello');
  expect(brokenPromises(ledger, { ...found, ...change })).toHaveLength(1);
});

describe('a change that takes its place at its time', () => {
  const swap = (isKept: boolean) => {
    const ledger = createLedger();
    ledger.swaps.set('s', { before: 'before', after: 'after', isKept });
    return ledger;
  };
  const now = { content: 'after', version: 2, revisions: 1, recorded: 1, isWaiting: false };
  const faults = (isKept: boolean, changed: Partial<typeof now> | null) =>
    brokenPromises(swap(isKept), { ...found, swaps: new Map(changed ? [['s', { ...now, ...changed }]] : []) });

  test('is in its place once; one that was never acknowledged may never have been', () => {
    expect(faults(true, {})).toEqual([]);
    expect(faults(false, {})).toEqual([]);
    expect(faults(false, null)).toEqual([]);
    expect(faults(false, { content: 'before', version: 1, revisions: 0, recorded: 0 })).toEqual([]);
  });

  test.each([
    ['is lost', { content: 'before', version: 1, revisions: 0, recorded: 0 }],
    ['still waits', { content: 'before', version: 1, revisions: 0, recorded: 0, isWaiting: true }],
    ['waits anew', { isWaiting: true }],
    ['came twice', { version: 3, revisions: 2, recorded: 2 }],
    ['is told of twice', { recorded: 2 }],
    ['came without a revision', { revisions: 0 }],
    ['is gone with its post', null],
  ])('%s: a fault', (_, changed) => {
    expect(faults(true, changed)).toHaveLength(1);
  });
});
