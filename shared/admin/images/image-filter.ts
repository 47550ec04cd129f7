import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { ImageOrder, listImages } from '#shared/contract/images.ts';

/** Which of the stored pictures are shown. `post`: the pictures of the open post. */
export type ShownImages = 'all' | 'post' | 'unused' | 'bin';

/** Which pictures a grid shows, and in which order. */
export interface ImageFilter {
  search: string;
  shown: ShownImages;
  order: ImageOrder;
}

export const allImages: ImageFilter = { search: '', shown: 'all', order: 'newest' };

export const shownLabels: Record<ShownImages, string> = {
  all: 'All pictures',
  post: 'In this post',
  unused: 'Not used by any post',
  bin: 'Bin',
};

export const orderLabels: Record<ImageOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name A–Z',
  largest: 'Largest first',
};

/** The most names that a call can carry. */
const MOST_NAMES = 200;

/** Returns the filter in the form that the server takes; `names` are the file names of the open post's pictures. */
export function imageQuery(
  { search, shown, order }: ImageFilter,
  names: readonly string[] = [],
): QueryInput<typeof listImages> {
  const q = search.trim();
  return {
    ...(q !== '' && { q }),
    ...(order !== 'newest' && { order }),
    ...(shown === 'bin' && { bin: true }),
    ...(shown === 'unused' && { unused: true }),
    ...(shown === 'post' && { names: names.slice(0, MOST_NAMES).join(',') }),
  };
}

/** Returns the file names of the stored pictures that texts or lists of addresses refer to, each once. */
export function imageNames(...texts: readonly string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\/uploads\/([\w.-]+)/g)].map(([, name = '']) => name))),
  ];
}
