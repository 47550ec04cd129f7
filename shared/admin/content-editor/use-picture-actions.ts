import type { RefObject } from 'react';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { useAltQuestion } from '../images/index.ts';
import type { Picture, UploadedPicture } from './panel-pictures.ts';
import type { ImageEdits } from './use-image-edits.ts';

/**
 * The pictures that were uploaded for the text. The editor keeps them, so that closing the panel loses none of them.
 */
export interface UploadedPictures {
  list: readonly UploadedPicture[];
  set(change: (before: readonly UploadedPicture[]) => readonly UploadedPicture[]): void;
}

interface ActionOptions {
  images: ImageEdits;
  uploaded: UploadedPictures;
  /** The picture to put at a position. */
  toInsert: Picture | undefined;
  /** The heading that gets the focus when the pressed button disappears. */
  heading: RefObject<HTMLElement | null>;
}

/** The actions on the pictures of the panel, in the text and among those that were uploaded for it. */
export function usePictureActions({ images, uploaded, toInsert, heading }: ActionOptions) {
  const toast = useToast();
  const [askForAlt, altQuestion] = useAltQuestion();

  const describe = (picture: Picture) => {
    const image = only(picture);
    if (picture.isInContent) images.describe(image);
    uploaded.set((before) => before.map((other) => (other.url === image.url ? { ...other, ...image } : other)));
  };
  const remove = (picture: Picture) => {
    if (picture.isInContent) images.remove(picture.url);
    else toast({ title: 'Image Removed' });
    uploaded.set((before) => before.filter(({ url }) => url !== picture.url));
    // The pressed button disappears with its picture.
    heading.current?.focus();
  };
  /**
   * Returns the picture with its alt text: the known one, or one that the owner is asked for now. Null if the owner
   * cancels.
   */
  const withAlt = async (picture: Picture): Promise<ImageToInsert | null> => {
    const image = only(picture);
    const stored = uploaded.list.find(({ url }) => url === image.url)?.stored;
    if (image.alt.trim() !== '' || picture.isInContent || !stored) return image;
    const alt = await askForAlt(stored);
    return alt === null ? null : { ...image, alt };
  };
  const insertNext = async (picture: Picture) => {
    const image = await withAlt(picture);
    if (image) images.insertNext(image);
  };
  const insertAt = async (position: number) => {
    if (toInsert) {
      const image = await withAlt(toInsert);
      if (image) images.insertAt(position, image);
    } else toast({ title: 'No Images Found', description: 'Upload a picture for your content first.' });
  };
  return { describe, remove, insertNext, insertAt, altQuestion };
}

/** Returns the parts of a picture that are written into the text. */
function only({ url, alt, caption, link }: ImageToInsert): ImageToInsert {
  return { url, alt, caption, link };
}
