/** The width of pictures in a post's text: in a small box, or as wide as the column. */
export const POST_PICTURES = ['small', 'column'] as const;
/** The treatment of bold and italics in a post's text: the marks are removed, or shown. */
export const POST_EMPHASIS = ['remove', 'show'] as const;

/** The owner's choices on how posts are shown (docs/rules.md, "How posts are shown"). */
export interface PostStyle {
  pictures: (typeof POST_PICTURES)[number];
  emphasis: (typeof POST_EMPHASIS)[number];
}

/** The style where the owner has chosen nothing. */
export const DEFAULT_STYLE: PostStyle = { pictures: 'small', emphasis: 'remove' };
