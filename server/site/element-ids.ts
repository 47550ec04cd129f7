// Ids under which scripts find what the server has put into a page.

export const PAGE_DATA_ID = 'page-data';
/** Holds what is counted when the page is opened (`Visit`). */
export const VISIT_ID = 'visit';
/** The element whose HTML is left out of the page data: a post's body, or a landing page. */
export const BODY_ID = 'post-body';
/** The element that holds the drawings of all icons. */
export const SPRITE_ID = 'sprite';
