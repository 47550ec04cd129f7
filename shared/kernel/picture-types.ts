/** The media types of pictures that are taken, as their bytes say it. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
]);

/** What is said of a file of another type, of one that is larger than `bodyLimits.picture`, and of one no decoder reads. */
export const NOT_A_PICTURE = 'This is not a picture we can use. PNG, JPEG, GIF, WebP and AVIF are accepted.';
export const PICTURE_TOO_LARGE = 'A picture may have 10 MB at the most. Make it smaller and try again.';
export const PICTURE_DAMAGED =
  'This picture is damaged and cannot be read. Open it in a program for pictures, save it anew, and try again.';
