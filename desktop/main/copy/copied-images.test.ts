import { expect, test } from 'vitest';
import type { CachedResponse } from '../response-cache/index.ts';
import { copyImages, createCopiedImages } from './copied-images.ts';

const image = (id: number) => ({
  ...{ id, filename: `${id}.jpg`, url: `/uploads/${id}.jpg`, created: '2026-01-01T00:00:00.000Z' },
  ...{ size: 1, width: 1, height: 1, metadata: { title: '', alt: '' }, usedBy: [] },
});
const pageOf = (first: number) => Array.from({ length: 100 }, (_, index) => image(first + index));

function setUp() {
  const kept = new Map<string, CachedResponse>();
  const asked: string[] = [];
  const cache = {
    put: (key: string, response: Omit<CachedResponse, 'at'>) => void kept.set(key, { ...response, at: kept.size }),
    get: (key: string) => kept.get(key) ?? null,
  };
  const copied = createCopiedImages(cache);
  return {
    asked,
    copy: (answer: (address: string) => unknown) =>
      copyImages({
        cache,
        async ask(address) {
          asked.push(address);
          return answer(address);
        },
      }),
    list() {
      const said = copied.answer(new URL('/api/images', 'app://ninefold'));
      return said && (JSON.parse(new TextDecoder().decode(said.body)) as { id: number }[]).map(({ id }) => id);
    },
  };
}

test('a server that has no end is asked for ten thousand pictures, and as many in the bin', async () => {
  const { asked, copy } = setUp();
  let next = 0;
  await copy(() => {
    next += 100;
    return pageOf(next);
  });
  expect(asked).toHaveLength(200);
});

test('a server that tells the same page again and again is asked twice', async () => {
  const { asked, copy, list } = setUp();
  await copy(() => pageOf(1));
  expect(asked).toHaveLength(3);
  expect(list()).toHaveLength(100);
});

test.each([
  ['is none', null],
  ['is no list', { images: [] }],
  ['is a list of something else', [{ id: 1 }]],
])('an answer that %s leaves the list as it was', async (_what, answer) => {
  const { copy, list } = setUp();
  expect(list()).toBeNull();
  await copy((address) => (address.includes('bin') ? [] : [image(7)]));
  await copy((address) => (address.includes('bin') ? answer : [image(8)]));
  expect(list()).toEqual([7]);
});
