/** Under which it is kept on the reader's device how far posts were read. */
export const PLACES_KEY = 'reading-places';

/** The class of what offers to go on where a post was left. It goes with the post that is shown. */
export const OFFER_CLASS = 'reading-place';
