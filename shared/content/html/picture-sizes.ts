/** How wide a picture of the column's width is drawn, for `sizes`. */
export const COLUMN_SIZES = '(min-width: 48rem) 42rem, 100vw';
