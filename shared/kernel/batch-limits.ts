/** Topics a batch may have. */
export const MOST_TOPICS = 500;
/** Characters of a field of a topic. */
export const LONGEST_TOPIC = 2000;
/** Runs of a batch that may be under way at once. */
export const MOST_AT_ONCE = 5;
