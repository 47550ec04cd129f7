/** The media types of pictures that are accepted, determined from their bytes. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
]);

/**
 * The messages for a file of another type, for one larger than `bodyLimits.picture`, for one that no decoder can read,
 * and for one too large to decode.
 */
export const NOT_A_PICTURE = 'This is not a picture we can use. PNG, JPEG, GIF, WebP and AVIF are accepted.';
export const PICTURE_TOO_LARGE = 'A picture may have 10 MB at the most. Make it smaller and try again.';
export const PICTURE_DAMAGED =
  'This picture is damaged and cannot be read. Open it in a program for pictures, save it anew, and try again.';
export const PICTURE_TAKES_MEMORY =
  'This picture takes more memory than there is for one. Make it smaller, or save it anew as a plain JPEG, and try again.';
