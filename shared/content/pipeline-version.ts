/** Raised whenever the same Markdown gives other HTML than before: stored posts are then rendered again (design §6). */
export const PIPELINE_VERSION = 2;
