/** Of the box of a picture in a text, in CSS pixels. A picture that is smaller both ways has a box of its own size. */
export const BOX_WIDTH = 256;

/**
 * How wide a picture of so many pixels is drawn at the column's width, for `sizes`: as wide as the column, but never wider
 * than itself. A browser takes what stands here for the picture's own width.
 */
export function columnSizes(width: number): string {
  return `min(41rem, 100vw, ${width}px)`;
}

/** What {@link columnSizes} gives. */
export const COLUMN_SIZES = /^min\(41rem, 100vw, \d{1,5}px\)$/;
