import { afterAll, beforeAll } from 'vitest';

/**
 * Starts, before the first test of a file, what its tests share, and ends it after the last. Returns a function that
 * starts it again, for a test that reads everything stored, or leaves data that others would find.
 */
export function sharedByFile(begin: () => Promise<void>, end: () => Promise<void>): () => Promise<void> {
  beforeAll(begin);
  afterAll(end);
  return async () => {
    await end();
    await begin();
  };
}
