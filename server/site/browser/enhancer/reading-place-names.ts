/** The key under which the reader's device stores how far posts were read. */
export const PLACES_KEY = 'reading-places';

/** The class of the offer to continue where the reader left a post. The offer disappears together with the post. */
export const OFFER_CLASS = 'reading-place';
