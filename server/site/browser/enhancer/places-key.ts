/** Under which it is kept on the reader's device how far posts were read. */
export const PLACES_KEY = 'reading-places';
