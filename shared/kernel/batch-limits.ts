/** The most topics a batch may have. */
export const MOST_TOPICS = 500;
/** The most characters of a field of a topic. */
export const LONGEST_TOPIC = 2000;
/** The most runs of a batch that may be in progress at once. */
export const MOST_AT_ONCE = 5;
