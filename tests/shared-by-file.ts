import { afterAll, beforeAll } from 'vitest';

/**
 * Begins before the first test of a file what its tests share, and ends it after the last. Gives what begins it anew, for a
 * test that looks at all there is, or leaves what others would meet.
 */
export function sharedByFile(begin: () => Promise<void>, end: () => Promise<void>): () => Promise<void> {
  beforeAll(begin);
  afterAll(end);
  return async () => {
    await end();
    await begin();
  };
}
