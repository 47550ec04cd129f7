import type { ContentLayout, ImageSlot } from '#shared/content/image-slots/image-slots.ts';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import type { Image } from '#shared/contract/images.ts';
import { altSuggestion } from '../images/index.ts';

/** A picture the panel shows: one of the text, or one that was uploaded for it. */
export interface Picture extends ImageToInsert {
  /** What it is called on the screen. */
  readonly name: string;
  readonly isInContent: boolean;
  /** The position it occupies, 1 to 5; null for none. */
  readonly position: number | null;
}

/** A stored picture as it is put into a text, with a proposal where nothing says what it shows. */
export function imageToInsert({ url, metadata, name }: Pick<Image, 'url' | 'metadata' | 'name'>): ImageToInsert {
  return { url, alt: metadata.alt || altSuggestion({ metadata, name }), caption: '', link: '' };
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
    .map((image): Picture => ({ ...image, name: nameOf(image.alt, image.url), isInContent: false, position: null }));
  return [...waiting, ...inContent.values()];
}

function nameOf(alt: string, url: string): string {
  return alt.trim() || url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}
