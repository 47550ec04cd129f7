import { rm } from 'node:fs/promises';
import path from 'node:path';
import { copyFiles } from '../copy/index.ts';
import type { Log } from '../log.ts';

/** What is only kept for convenience, or must not stay. The documents do. */
export async function removeLeftovers(folder: string, id: string, log: Log): Promise<void> {
  const answers = path.join(folder, 'answers', `${id}.sqlite`);
  const copy = copyFiles(path.join(folder, 'copies'), id);
  const databases = [answers, copy.posts, copy.pictures];
  const files = [
    path.join(folder, 'credentials', `${id}.sealed`),
    ...databases.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]),
  ];
  for (const file of files) {
    await rm(file, { force: true }).catch((error: unknown) => log.warn('A file of a forgotten server stays', error));
  }
}
