/** How wide pictures in a post's text are: in a small box, or as wide as the column. */
export const POST_PICTURES = ['small', 'column'] as const;
/** What becomes of bold and italics in a post's text: the marks are taken away, or shown. */
export const POST_EMPHASIS = ['remove', 'show'] as const;

/** How posts are shown where the owner can choose (docs/rules.md, "How posts are shown"). */
export interface PostStyle {
  pictures: (typeof POST_PICTURES)[number];
  emphasis: (typeof POST_EMPHASIS)[number];
}

/** Where the owner has chosen nothing. */
export const DEFAULT_STYLE: PostStyle = { pictures: 'small', emphasis: 'remove' };
