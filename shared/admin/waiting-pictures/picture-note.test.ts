import { expect, test } from 'vitest';
import { PICTURE_IS_ELSEWHERE, PICTURE_IS_HERE, waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { failedPictureText, pictureNote, refusedText, waitingText } from './picture-note.ts';

const id = '11111111-2222-4333-8444-555555555555';
const address = waitingPictureAddress(id);
const picture = { id, name: 'sea.png', size: 1, since: 0, fault: null, held: null };

test('where pictures are kept, one that waits is shown with its mark, and one that was refused with the reason', () => {
  expect(pictureNote(address, [picture])).toEqual({ isShown: true, words: PICTURE_IS_HERE });
  expect(pictureNote(address, [{ ...picture, fault: 'Too many frames.' }])?.words).toContain('Too many frames.');
  // The picture was sent by now, or belongs to another computer; the request for its file will tell which.
  expect(pictureNote(address, [])).toBeNull();
});

test('one that waits says why, and one that was refused what is wrong and where it is', () => {
  expect([
    waitingText({ held: 'The disk is full.' }, false, false),
    waitingText({ held: 'The disk is full.' }, true, false),
    waitingText({ held: null }, true, true),
    waitingText({ held: 'The disk is full.' }, true, true),
  ]).toEqual([
    'On this computer, sent when the network is back.',
    'On this computer, sent after the next sign-in.',
    'On this computer, on its way to the server.',
    'On this computer, sent again by itself: the server does not take it now. The disk is full.',
  ]);
  expect(refusedText('It is damaged.')).toBe(
    'The server did not take this picture. It is damaged. It is on this computer only.',
  );
});

test('elsewhere words stand in its place, and nothing is asked for', () => {
  expect(pictureNote(address, null)).toEqual({ isShown: false, words: PICTURE_IS_ELSEWHERE });
  expect(pictureNote('/uploads/0123.jpg', null)).toBeNull();
  expect([failedPictureText(address, 'The sea'), failedPictureText('/uploads/0123.jpg', 'The sea')]).toEqual([
    PICTURE_IS_ELSEWHERE,
    'This picture cannot be shown: The sea',
  ]);
});
