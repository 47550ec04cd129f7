/** The search page's own field, and the fragment of its address that puts the focus there. */
const SEARCH_FIELD = '#page-search';

/**
 * Moves the focus to a search field: the page's own, else the header's, else that of the search page where neither is
 * visible.
 */
export function use(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`${SEARCH_FIELD}, input[type=search]`)];
  const field = fields.find((each) => each.matches(SEARCH_FIELD)) ?? fields.find((each) => each.checkVisibility());
  if (!field) location.assign(`/search${SEARCH_FIELD}`);
  field?.focus();
  field?.select();
}
