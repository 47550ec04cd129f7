import { expect, test } from 'vitest';
import {
  waitingPictureAddress,
  waitingPictureAt,
  waitingPictureName,
  waitingPictureNamed,
  waitingPicturesIn,
  wasWaitingPicture,
  withSentPictures,
} from './waiting-picture.ts';

const [ONE, TWO] = ['11111111-2222-4333-8444-555555555555', 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'] as const;

test('a waiting picture is known by its name and its address, and nothing else is taken for one', () => {
  expect(waitingPictureAt(waitingPictureAddress(ONE))).toBe(ONE);
  expect(waitingPictureNamed(waitingPictureName(TWO))).toBe(TWO);
  for (const other of [
    '/uploads/0123456789abcdef01234567.jpg',
    `/uploads/waiting-${ONE}.png`,
    `/uploads/../waiting-${ONE}`,
    `https://x.example/uploads/waiting-${ONE}`,
    '/uploads/waiting-1',
    '',
  ]) {
    expect([other, waitingPictureAt(other), waitingPictureNamed(other)]).toEqual([other, null, null]);
  }
});

test('a text names each of its waiting pictures once, and those that are sent get their addresses', () => {
  const text = `![a](${waitingPictureAddress(ONE)}) ![b](${waitingPictureAddress(TWO)}) ![a](${waitingPictureAddress(ONE)})`;
  expect(waitingPicturesIn(text)).toEqual([ONE, TWO]);
  expect(withSentPictures(text, (id) => (id === ONE ? '/uploads/one.png' : null))).toBe(
    `![a](/uploads/one.png) ![b](${waitingPictureAddress(TWO)}) ![a](/uploads/one.png)`,
  );
});

test('what was taken out of a text is known as such an address by what no other address has in common with it', () => {
  const removed = waitingPictureAddress(ONE).slice('/uploads/'.length);
  expect([removed, removed.slice(0, -1), `x ${removed} y`].map(wasWaitingPicture)).toEqual([true, true, true]);
  expect(['0123456789abcdef01234567.jpg', ONE, removed.slice(0, 20), ''].map(wasWaitingPicture)).not.toContain(true);
});
