import { waitingPictureAddress, waitingPicturesIn, withSentPictures } from '#shared/kernel/waiting-picture.ts';
import type { PostPictures } from './post-pictures.ts';

/**
 * A text without the addresses of pictures that wait on some computer: with one of them its post could not be saved any more. One
 * that lies among the files comes in; any other is lost, and `/uploads/missing-UUID` stands where it is named.
 */
export async function withoutWaitingAddresses(
  text: string,
  file: string,
  pictures: Pick<PostPictures, 'addressOf'>,
): Promise<string> {
  const here = new Map<string, string>();
  for (const id of waitingPicturesIn(text)) {
    const stored = await pictures.addressOf(waitingPictureAddress(id), file, {});
    here.set(id, stored ?? `/uploads/missing-${id}`);
  }
  return withSentPictures(text, (id) => here.get(id) ?? null);
}
