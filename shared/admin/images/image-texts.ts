import type { Image } from '#shared/contract/images.ts';

/** Returns "12.3 KB": always in KB, with one decimal. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/**
 * Returns the name of a picture: its title, else the original name of its file; as a last resort the name that the
 * server made.
 */
export function imageName({ filename, metadata, name }: Pick<Image, 'filename' | 'metadata' | 'name'>): string {
  return metadata.title.trim() || name || metadata.alt.trim() || filename;
}

/** Returns the address of a small copy, if the server names one; an older server does not. */
export function thumbnailOf({ thumbnail, url }: Pick<Image, 'thumbnail' | 'url'>): string {
  return thumbnail || url;
}

/**
 * Says which posts lose the picture if it is deleted: their titles, as far as the library names them; empty for none.
 */
export function deletionWarning({ usedBy, usedIn }: Pick<Image, 'usedBy' | 'usedIn'>): string {
  if (usedBy.length === 0) return '';
  const titles = usedIn.slice(0, 3).map(({ title }) => `“${title}”`);
  const others = usedBy.length - titles.length;
  const named = titles.length === 0 ? '' : `: ${titles.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${usedByText({ usedBy })}${named}. ${usedBy.length === 1 ? 'It' : 'They'} will show nothing in its place.`;
}

/** Returns "Used by 3 posts": the posts that a deletion would take the picture from. */
export function usedByText({ usedBy }: Pick<Image, 'usedBy'>): string {
  if (usedBy.length === 0) return 'Not used by any post';
  return usedBy.length === 1 ? 'Used by 1 post' : `Used by ${usedBy.length} posts`;
}
