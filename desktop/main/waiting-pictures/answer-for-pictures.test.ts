import { expect, test } from 'vitest';
import { deleteImage, updateImage } from '#shared/contract/images.ts';
import { waitingPictureName } from '#shared/kernel/waiting-picture.ts';
import { createPictureAnswers } from './answer-for-pictures.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';

const ID = '11111111-2222-4333-8444-555555555555';

test('where the disk is full, what was to be changed of a picture that waits is not called a lost connection', async () => {
  const full = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  const pictures = {
    find: () => ({ id: ID, url: null }) as WaitingPicture,
    describe: full,
    remove: full,
  } as unknown as PictureFile;
  let changes = 0;
  const { answer } = createPictureAnswers(pictures, () => {
    changes += 1;
  });
  for (const { method, path } of [updateImage, deleteImage]) {
    const address = new URL(path.replace(/:\w+$/, waitingPictureName(ID)), 'http://site.test');
    const body = method === deleteImage.method ? null : JSON.stringify({ alt: 'The sea' });
    const said = await answer(new Request(address, { method, body }), address);
    expect(said).toBeInstanceOf(Response);
    if (!(said instanceof Response)) continue;
    expect([said.status, await said.json()]).toEqual([
      507,
      {
        code: 'storage_full',
        message: 'The disk of this computer is full: the picture is as it was. Try again once that is mended.',
      },
    ]);
  }
  expect(changes).toBe(0);
});
