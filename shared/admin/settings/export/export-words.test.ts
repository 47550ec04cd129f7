import { expect, test } from 'vitest';
import { exportSize } from './export-words.ts';

const summary = { posts: 1204, postBytes: 9_000_000, pictures: 1, pictureBytes: 1_400_000_000, subscribers: 3 };

test('what an export holds is told with its size, which pictures make', () => {
  expect(exportSize(summary)).toBe('1,204 posts, 1 picture, about 1.4 GB');
  expect(exportSize(summary, false)).toBe('1,204 posts, about 3.0 MB');
  expect(exportSize({ ...summary, posts: 1, postBytes: 0, pictures: 0, pictureBytes: 0 })).toBe(
    '1 post, 0 pictures, about 0 KB',
  );
});
