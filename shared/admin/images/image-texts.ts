import type { Image } from '#shared/contract/images.ts';

/** "12.3 KB": always KB, one decimal. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** What a picture is called; its file's name says nothing and is the last resort. */
export function imageName({ filename, metadata }: Pick<Image, 'filename' | 'metadata'>): string {
  return metadata.title.trim() || metadata.alt.trim() || filename;
}

/** "Used by 3 posts"; what a delete would take it from. */
export function usedByText({ usedBy }: Pick<Image, 'usedBy'>): string {
  if (usedBy.length === 0) return 'Not used by any post';
  return usedBy.length === 1 ? 'Used by 1 post' : `Used by ${usedBy.length} posts`;
}
