/** The search page's own field, and the fragment of its address that puts the focus there. */
export const SEARCH_FIELD = '#page-search';
