import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function filled(entries: string[], limits = { all: 100, ofOne: 100 }) {
  const queue = createFairQueue<string>(limits);
  const refused = entries.map((entry) => queue.add(entry[0] ?? '', entry));
  const rest = () => {
    const taken: string[] = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
    return taken;
  };
  return { queue, refused, rest };
}

test('owners take turns, each in its own order: who has many waits with them, not the others', () => {
  expect(filled(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']).rest()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('entries of one owner alone come as they were added', () => {
  expect(filled(['a1', 'a2', 'a3']).rest()).toEqual(['a1', 'a2', 'a3']);
});

test('one owner’s share is bounded, and so is the whole', () => {
  const { refused, queue } = filled(['a1', 'a2', 'a3', 'b1', 'c1'], { all: 3, ofOne: 2 });
  expect(refused).toEqual([null, null, 'too-many', null, 'full']);
  expect(queue.size).toBe(3);
});

test('what was taken out waits no more and leaves its place free', () => {
  const { queue, rest } = filled(['a1', 'a2', 'b1'], { all: 3, ofOne: 2 });
  expect([queue.remove('a', 'a1'), queue.remove('b', 'b1'), queue.remove('b', 'b1')]).toEqual([true, true, false]);
  expect([queue.size, queue.add('a', 'a3'), rest()]).toEqual([1, null, ['a2', 'a3']]);
});
