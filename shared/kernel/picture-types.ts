/** The media types of pictures that are taken, as their bytes say it. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
]);

/** What is said of a file of another type, and of one that is larger than `bodyLimits.picture`. */
export const NOT_A_PICTURE = 'This is not a picture we can use. PNG, JPEG, GIF, WebP and AVIF are accepted.';
export const PICTURE_TOO_LARGE = 'A picture may have 10 MB at the most.';
