import path from 'node:path';
import { projectRoot } from '#server/paths.ts';

/**
 * Returns the path of a seed picture made small, for uploads that no test looks at: from a picture of full size the
 * server makes copies of several widths, and their AVIF in the background of the test.
 */
export const smallPicture = (name: 'nine-squares.jpg' | 'paper-boat.jpg') =>
  path.join(projectRoot(), 'tests/e2e/content/pictures', name);
