/** Where what a reader sends goes: the server a published page names, or "" for the page's own. */
export const writerOrigin = () => document.documentElement.dataset.writer ?? '';
