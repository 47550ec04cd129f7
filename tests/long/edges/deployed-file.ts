import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';

/** The changes that an owner makes to a file of `deploy/`: each text, and its replacement. */
export type Changes = readonly (readonly [from: string, to: string])[];

/**
 * Returns a file of `deploy/` as its owner would have changed it.
 * @throws Error if a text is not in it: the tried file would then differ from the one that is shown.
 */
export function deployedFile(name: string, changes: Changes): string {
  let text = readFileSync(path.join(projectRoot(), 'deploy', name), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not say “${from}”`);
    text = text.replaceAll(from, to);
  }
  return text;
}
