/** How long, in milliseconds, deleted or replaced things can be restored. */
export const BIN_KEEPS = 30 * 24 * 60 * 60 * 1000;
