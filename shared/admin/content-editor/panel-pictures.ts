import type { ContentLayout, ImageSlot } from '#shared/content/image-slots/image-slots.ts';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import type { Image } from '#shared/contract/images.ts';

/** A picture of the panel: one in the text, or one that was uploaded for it. */
export interface Picture extends ImageToInsert {
  /** The picture's name on the screen. */
  readonly name: string;
  readonly isInContent: boolean;
  /** The position that the picture occupies, 1 to 5; null for none. */
  readonly position: number | null;
}

/** A picture that was uploaded for a text, with what the media library knows of it. */
export interface UploadedPicture extends ImageToInsert {
  readonly stored: Image;
}

/**
 * Returns a stored picture in the form in which it is inserted into a text. If its metadata has no alt text, the owner
 * is asked; no alt text is guessed.
 */
export function imageToInsert({ url, metadata }: Pick<Image, 'url' | 'metadata'>): ImageToInsert {
  return { url, alt: metadata.alt.trim(), caption: '', link: '' };
}

/** Returns the pictures of a text, each address once, preceded by the uploaded pictures that are not in the text. */
export function picturesOf(
  { images }: ContentLayout,
  slots: readonly ImageSlot[],
  uploaded: readonly ImageToInsert[],
): Picture[] {
  const inContent = new Map<string, Picture>();
  for (const { url, alt, caption, link } of images) {
    if (url === '' || inContent.has(url)) continue;
    const position = slots.find((slot) => slot.image?.url === url)?.position ?? null;
    inContent.set(url, { url, alt, caption, link, name: nameOf(alt, url), isInContent: true, position });
  }
  const waiting = uploaded
    .filter(({ url }) => !inContent.has(url))
    .map(({ url, alt, caption, link }): Picture => {
      const image = { url, alt, caption, link };
      return { ...image, name: nameOf(image.alt, image.url), isInContent: false, position: null };
    });
  return [...waiting, ...inContent.values()];
}

function nameOf(alt: string, url: string): string {
  return alt.trim() || url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}
