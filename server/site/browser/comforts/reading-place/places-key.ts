/** Where the places are kept on the reader's device: slugs and shares, the post read last first. */
export const PLACES_KEY = 'reading-places';
