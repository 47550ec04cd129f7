import type { PostStyle } from '#shared/kernel/post-style.ts';

/** The classes of the link that a picture in a post's text stands in, by how wide the owner has pictures. */
export const PICTURE_CLASSES = {
  small: ['post-picture'],
  column: ['post-picture', 'post-picture-wide'],
} as const satisfies Record<PostStyle['pictures'], readonly string[]>;

/** What the pipeline writes, in either style, before the address of a picture that links to itself. */
export const PICTURE_LINKS: readonly string[] = Object.values(PICTURE_CLASSES).map(
  (classes) => `<a class="${classes.join(' ')}" href="`,
);
