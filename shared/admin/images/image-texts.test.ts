import { expect, it } from 'vitest';
import { deletionWarning, imageName, sizeText, usedByText } from './image-texts.ts';

it('a size is in KB with one decimal, however large', () => {
  expect([0, 51, 1024, 50_535, 10 * 1024 * 1024].map(sizeText)).toEqual([
    '0.0 KB',
    '0.0 KB',
    '1.0 KB',
    '49.4 KB',
    '10240.0 KB',
  ]);
});

it('a picture is called by its title, without one by its file, as far as that has a name, else by its words', () => {
  const called = (title: string, name: string, alt: string) =>
    imageName({ filename: 'a.webp', name, metadata: { title, alt } });
  expect(called('Bread', 'loaf.png', 'A loaf')).toBe('Bread');
  expect(called('  ', 'loaf.png', 'A loaf')).toBe('loaf.png');
  expect(called('  ', '', 'A loaf')).toBe('A loaf');
  expect(called('  ', '', '')).toBe('a.webp');
});

it('a deletion names the posts it takes the picture from', () => {
  const post = (id: number) => ({ id, title: `P${id}`, isInBin: false });
  expect(deletionWarning({ usedBy: [], usedIn: [] })).toBe('');
  expect(deletionWarning({ usedBy: [1], usedIn: [post(1)] })).toBe(
    'Used by 1 post: “P1”. It will show nothing in its place.',
  );
  expect(deletionWarning({ usedBy: [1, 2, 3, 4, 5], usedIn: [post(5), post(4), post(3), post(2), post(1)] })).toBe(
    'Used by 5 posts: “P5”, “P4”, “P3” and 2 more. They will show nothing in its place.',
  );
  // An older server names no posts.
  expect(deletionWarning({ usedBy: [1, 2], usedIn: [] })).toBe('Used by 2 posts. They will show nothing in its place.');
});

it('says how many posts show it', () => {
  expect([[], [1], [1, 2]].map((usedBy) => usedByText({ usedBy }))).toEqual([
    'Not used by any post',
    'Used by 1 post',
    'Used by 2 posts',
  ]);
});
