import type { ContentLayout, ImageSlot } from '#shared/content/image-slots/image-slots.ts';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import type { Image } from '#shared/contract/images.ts';

/** A picture the panel shows: one of the text, or one that was uploaded for it. */
export interface Picture extends ImageToInsert {
  /** What it is called on the screen. */
  readonly name: string;
  readonly isInContent: boolean;
  /** The position it occupies, 1 to 5; null for none. */
  readonly position: number | null;
}

/** A picture that was uploaded for a text, with what the library knows of it. */
export interface UploadedPicture extends ImageToInsert {
  readonly stored: Image;
}

/** A stored picture as it is put into a text. Where nothing says what it shows the owner is asked; no guess is written. */
export function imageToInsert({ url, metadata }: Pick<Image, 'url' | 'metadata'>): ImageToInsert {
  return { url, alt: metadata.alt.trim(), caption: '', link: '' };
}

/** The pictures of a text, each address once, and before them the uploaded ones that are not in it. */
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
