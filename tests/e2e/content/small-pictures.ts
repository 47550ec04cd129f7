import path from 'node:path';
import { projectRoot } from '#server/paths.ts';

/**
 * The path of a seed picture made small, for what is uploaded and not looked at: of one of full size the server makes
 * copies of several widths, and their AVIF behind the test's back.
 */
export const smallPicture = (name: 'nine-squares.jpg' | 'paper-boat.jpg') =>
  path.join(projectRoot(), 'tests/e2e/content/pictures', name);
