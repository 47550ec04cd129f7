import { expect, test } from 'vitest';
import type { Drop } from '#server/adapters/edge-client.ts';
import { createEdgeMarks, tellAndLook } from './edge-marks.ts';

const { signal } = new AbortController();
const SERVER = '5e7e55e7e55e';

/** An edge that shows what `shown` returns, and the drops it was told. */
function checked(shown: (text: string) => string | null) {
  const marks = createEdgeMarks(SERVER);
  const told: Drop[] = [];
  const before = marks.text();
  const tell = tellAndLook({
    tell: async (drop) => void told.push(drop),
    look: async () => shown(before),
    marks,
  });
  return { tell: (...tags: string[]) => tell({ tags, isGone: false }, signal), told, marks };
}

test('an edge is told to drop the mark too, with all else', async () => {
  const { tell, told } = checked(() => null);
  await tell('posts');
  expect(told).toEqual([{ tags: ['posts', 'edge-mark'], isGone: false }]);
});

test('one that shows an earlier mark has not dropped what it was told to', async () => {
  const { tell } = checked((before) => before);
  await expect(tell('posts')).rejects.toThrow('Still shows what it was told to drop');
  const { tell: tellNext } = checked(() => `${SERVER}.0123456789ab.7`);
  await expect(tellNext('posts')).rejects.toThrow('Still shows what it was told to drop');
});

test('one that shows this mark or a later one has; where nothing is seen its word is taken', async () => {
  for (const shown of [null, 'a page of something else']) await checked(() => shown).tell('posts');
  const { tell, marks } = checked((before) => before.replace(/\d+$/, '2'));
  await tell('posts');
  marks.next();
  await expect(tell('posts')).rejects.toThrow('Still shows');
});

test('of several readers behind one edge, one that is shown the mark of another takes the edge at its word', async () => {
  const other = createEdgeMarks('07e507e507e5');
  const { tell } = checked(() => other.text());
  await tell('posts');
});
