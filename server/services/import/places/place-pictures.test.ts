import { expect, test } from 'vitest';
import type { FilePlace } from './file-place.ts';
import { createPlacePictures } from './place-pictures.ts';

const placeOf = (names: readonly string[]): FilePlace => ({
  path: '/',
  files: names.map((name) => ({ name, size: 1 })),
  refused: [],
  stream: () => Promise.reject(new Error('Nothing is read here')),
  fileOf: async (name) => ({ kind: 'file', path: name, size: 1 }),
  close: async () => {},
});

const find = async (names: readonly string[], address: string): Promise<string | null> => {
  const found = await createPlacePictures(placeOf(names)).find(address, 'post 1');
  return found.kind === 'file' ? found.path : null;
};

test.each([
  ['site/wp-content/uploads/2014/03/a.jpg', 'https://old.example/wp-content/uploads/2014/03/a.jpg'],
  ['uploads/2014/03/a.jpg', 'https://old.example/blog/wp-content/uploads/2014/03/a.jpg'],
  ['2014/03/a.jpg', '/wp-content/uploads/2014/03/a.jpg'],
  ['content/images/2020/01/a.jpg', '/content/images/size/w1000/2020/01/a.jpg'],
  ['uploads/2014/03/a.jpg', '/wp-content/uploads/2014/03/a-300x200.jpg?w=300'],
  ['uploads/2014/03/a-scaled.jpg', '/wp-content/uploads/2014/03/a.jpg'],
  ['uploads/2014/03/caf\u00e9.jpg', '/wp-content/uploads/2014/03/cafe%CC%81.jpg'],
  ['uploads/2014/03/A.JPG', '/wp-content/uploads/2014/03/a.jpg'],
])('%s is the picture at %s', async (name, address) => {
  expect(await find([name, 'uploads/2013/01/a.jpg'], address)).toBe(name);
});

test('a picture of the same name in another month is another one', async () => {
  expect(await find(['uploads/2013/01/a.jpg'], '/wp-content/uploads/2014/03/a.jpg')).toBeNull();
});

test('the original is taken before a size of it, and the size where there is nothing else', async () => {
  const sized = 'uploads/2014/03/a-300x200.jpg';
  expect(await find([sized, 'uploads/2014/03/a.jpg'], `/wp-content/${sized}`)).toBe('uploads/2014/03/a.jpg');
  expect(await find([sized], `/wp-content/${sized}`)).toBe(sized);
});

test('addresses that are none lead nowhere', async () => {
  for (const address of ['', '#top', 'data:image/png;base64,AA', '/%E0%A4%A', 'https://old.example']) {
    expect(await find(['a.jpg'], address)).toBeNull();
  }
});

test('a hundred thousand pictures of one name are told apart by their folders in a moment', () => {
  const pictures = createPlacePictures(
    placeOf(Array.from({ length: 100_000 }, (_, number) => `uploads/${number}/a.png`)),
  );
  expect([pictures.has('/uploads/99999/a.png'), pictures.has('/uploads/100000/a.png')]).toEqual([true, false]);
});
