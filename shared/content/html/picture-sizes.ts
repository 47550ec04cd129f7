/**
 * The size of the box of a picture in a text, in CSS pixels. A picture that is smaller in both directions has a box of
 * its own size.
 */
export const BOX_WIDTH = 256;

/**
 * Returns the `sizes` value for a picture of this width in pixels, drawn at the column's width: as wide as the column,
 * but never wider than itself. A browser takes this value for the picture's own width.
 */
export function columnSizes(width: number): string {
  return `min(41rem, 100vw, ${width}px)`;
}

/** Matches the values that {@link columnSizes} returns. */
export const COLUMN_SIZES = /^min\(41rem, 100vw, \d{1,5}px\)$/;
