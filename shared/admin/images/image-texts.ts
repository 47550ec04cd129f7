import type { Image } from '#shared/contract/images.ts';

/** "12.3 KB": always KB, one decimal. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** What a picture is called: its title, else the name its file had; the name of our own making is the last resort. */
export function imageName({ filename, metadata, name }: Pick<Image, 'filename' | 'metadata' | 'name'>): string {
  return metadata.title.trim() || name || metadata.alt.trim() || filename;
}

/** The address of a small copy; an older server names none. */
export function thumbnailOf({ thumbnail, url }: Pick<Image, 'thumbnail' | 'url'>): string {
  return thumbnail || url;
}

/** Which posts a deletion takes the picture from: their titles, as far as the library names them; empty for none. */
export function deletionWarning({ usedBy, usedIn }: Pick<Image, 'usedBy' | 'usedIn'>): string {
  if (usedBy.length === 0) return '';
  const titles = usedIn.slice(0, 3).map(({ title }) => `“${title}”`);
  const others = usedBy.length - titles.length;
  const named = titles.length === 0 ? '' : `: ${titles.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${usedByText({ usedBy })}${named}. ${usedBy.length === 1 ? 'It' : 'They'} will show nothing in its place.`;
}

/** "Used by 3 posts"; what a delete would take it from. */
export function usedByText({ usedBy }: Pick<Image, 'usedBy'>): string {
  if (usedBy.length === 0) return 'Not used by any post';
  return usedBy.length === 1 ? 'Used by 1 post' : `Used by ${usedBy.length} posts`;
}
