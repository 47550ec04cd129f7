import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import { openDocument } from './document.ts';
import { draft, typing } from './store-fixture.ts';
import {
  beyond,
  covers,
  isSoundUpdate,
  isSoundVector,
  joinVectors,
  reachOf,
  standing,
  tombstoneOf,
  vectorOf,
  withDeletion,
} from './tombstone.ts';

test('a deletion stands while it had seen everything, and never again after', () => {
  const { document, type } = typing();
  const first = type('one ');
  const deletion = tombstoneOf(document, 1);
  const second = type('two');
  expect(standing([deletion], [])).toEqual([deletion]);
  expect(standing([deletion], [first])).toEqual([deletion]);
  expect(standing([deletion], [first, second])).toEqual([]);
  expect(standing([deletion], [second])).toEqual([]);
});

test('of several deletions those are kept that no other makes needless', () => {
  const { document, type } = typing();
  const base = type('base ');
  const small = tombstoneOf(document, 1);
  const left = typing([base]);
  const right = typing([base]);
  left.type('left');
  right.type('right');
  const [a, b] = [tombstoneOf(left.document, 2), tombstoneOf(right.document, 3)];
  const both = withDeletion(withDeletion([small], a), b);
  expect(both).toEqual([a, b]);
  expect(withDeletion(both, small)).toBe(both);
  expect(covers(a.seen, b.seen)).toBe(false);
});

test('what a vector does not cover is said, and nothing where it covers all', () => {
  const { document, type } = typing();
  const [first, second] = [type('one '), type('two')];
  const rest = beyond([first, second], vectorOf([first]));
  expect(openDocument(draft, rest ? [first, rest] : []).text('content')).toBe('one two');
  expect(beyond([first, second], document.stateVector())).toBe(null);
  expect(beyond([], new Uint8Array([0]))).toBe(null);
});

test('what was forgotten of a document must have been seen as well', () => {
  const { document, type } = typing();
  type('forgotten');
  const again = typing();
  const update = again.type('typed anew');
  const deletion = tombstoneOf(again.document, 1);
  expect(standing([deletion], [update])).toEqual([deletion]);
  expect(standing([deletion], [update], document.stateVector())).toEqual([]);
  const seen = joinVectors(deletion.seen, document.stateVector());
  expect(standing([{ seen }], [update], document.stateVector())).toEqual([{ seen }]);
});

test('updates with a gap reach further than their vector says', () => {
  const { document, type } = typing();
  const [first, , third] = [type('one '), type('two '), type('three')];
  expect(covers(document.stateVector(), reachOf([first, third]))).toBe(true);
  expect(covers(reachOf([first, third]), document.stateVector())).toBe(true);
  expect(covers(vectorOf([first, third]), document.stateVector())).toBe(false);
});

test('what claims more than it holds, or is larger than any document, is no update', () => {
  // Claims one author with 268,435,455 parts, and holds only the first of them.
  expect(isSoundUpdate(new Uint8Array([1, 255, 255, 255, 127, 1, 0, 0, 1]))).toBe(false);
  expect(isSoundUpdate(new Uint8Array(33 * 1024 * 1024))).toBe(false);
  expect(isSoundVector(new Uint8Array([255, 255, 255, 127]))).toBe(false);
});

test('whatever bytes come from outside, a check answers and throws nothing', () => {
  const { document, type } = typing();
  const sound = type('word');
  expect(isSoundUpdate(sound)).toBe(true);
  expect(isSoundVector(document.stateVector())).toBe(true);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(sound.length), (bytes, cut) => {
      for (const each of [bytes, Uint8Array.from([...sound.subarray(0, cut), ...bytes])]) {
        // A document can take in every sound update.
        if (isSoundUpdate(each)) openDocument(draft, [each]).text('content');
        isSoundVector(each);
      }
    }),
    { seed: 11, numRuns: runsOf(2000, 8) },
  );
});
