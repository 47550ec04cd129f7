import { expect, it } from 'vitest';
import { imageName, sizeText, usedByText } from './image-texts.ts';

it('a size is in KB with one decimal, however large', () => {
  expect([0, 51, 1024, 50_535, 10 * 1024 * 1024].map(sizeText)).toEqual([
    '0.0 KB',
    '0.0 KB',
    '1.0 KB',
    '49.4 KB',
    '10240.0 KB',
  ]);
});

it('a picture is called by its title, without one by its alternative text, without either by its file', () => {
  expect(imageName({ filename: 'a.webp', metadata: { title: 'Bread', alt: '' } })).toBe('Bread');
  expect(imageName({ filename: 'a.webp', metadata: { title: '  ', alt: 'A loaf' } })).toBe('A loaf');
  expect(imageName({ filename: 'a.webp', metadata: { title: '  ', alt: '' } })).toBe('a.webp');
});

it('says how many posts show it', () => {
  expect([[], [1], [1, 2]].map((usedBy) => usedByText({ usedBy }))).toEqual([
    'Not used by any post',
    'Used by 1 post',
    'Used by 2 posts',
  ]);
});
