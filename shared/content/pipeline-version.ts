/** Raised whenever the same Markdown gives other HTML than before: stored posts are then rendered again. */
export const PIPELINE_VERSION = 3;
