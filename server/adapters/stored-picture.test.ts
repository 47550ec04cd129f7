import { expect, test } from 'vitest';
import { pictureCopies } from './stored-picture.ts';

test('the copies of a picture are read from what is stored of it', () => {
  expect(pictureCopies('/uploads/tea-480.webp 480w, https://a.example/uploads/tea-960.jpg 960w')).toEqual([
    { name: 'tea-480.webp', width: 480 },
    { name: 'tea-960.jpg', width: 960 },
  ]);
  expect(pictureCopies('')).toEqual([]);
});
