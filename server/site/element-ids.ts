// Ids by which scripts find the elements that the server has put into a page.

export const PAGE_DATA_ID = 'page-data';
/** The element with the data that is counted when the page is opened (`Visit`). */
export const VISIT_ID = 'visit';
/** The element whose HTML is left out of the page data: a post's body, or a landing page. */
export const BODY_ID = 'post-body';
/** The element that holds the drawings of all icons. */
export const SPRITE_ID = 'sprite';
