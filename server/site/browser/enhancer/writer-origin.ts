/** The origin to which a reader's calls go: the server that a published page names, or "" for the page's own. */
export const writerOrigin = () => document.documentElement.dataset.writer ?? '';
