/** Milliseconds for which what was deleted or replaced can be taken back. */
export const BIN_KEEPS = 30 * 24 * 60 * 60 * 1000;
