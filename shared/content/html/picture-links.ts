import type { PostStyle } from '#shared/kernel/post-style.ts';

/** The classes of the link around a picture in a post's text, by the width of pictures that the owner chose. */
export const PICTURE_CLASSES = {
  small: ['post-picture'],
  column: ['post-picture', 'post-picture-wide'],
} as const satisfies Record<PostStyle['pictures'], readonly string[]>;

/** The beginning of a picture's link to itself up to its address, as the pipeline writes it in either style. */
export const PICTURE_LINKS: readonly string[] = Object.values(PICTURE_CLASSES).map(
  (classes) => `<a class="${classes.join(' ')}" href="`,
);
