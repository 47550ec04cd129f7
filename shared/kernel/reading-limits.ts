/** What readings of a post, and all of a month, may cost in USD until the owner says otherwise. */
export const FIRST_READING_LIMITS = { postLimitUsd: 0.25, monthLimitUsd: 5 } as const;

/** Findings of a reading that are kept. */
export const MOST_READING_FINDINGS = 15;
