/** The most USD that readings of one post, and all readings of a month, may cost until the owner sets other limits. */
export const FIRST_READING_LIMITS = { postLimitUsd: 0.25, monthLimitUsd: 5 } as const;

/** The most findings that are kept of a reading. */
export const MOST_READING_FINDINGS = 15;
