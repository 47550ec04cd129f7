import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#server/paths.ts';
import type { ReadExport } from './read-export.ts';
import { makeWordpressExport } from './wordpress-export-file.ts';

export interface MeasuredExport extends ReadExport {
  /** The numbers that the generator reports. */
  wanted: { posts: number; items: number };
  /** The size of the file, in MB (10⁶ bytes). */
  megabytes: number;
}

/**
 * Writes an export of WordPress with so many posts, each with 200 kB of comments and revisions, and reads it in another
 * process.
 */
export async function measureWordpress(posts: number): Promise<MeasuredExport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-large-export-'));
  try {
    const file = path.join(folder, 'old.xml');
    const made = makeWordpressExport(posts, { bulk: { comments: 20, revisions: 4, length: 8000 } });
    const stream = createWriteStream(file);
    for (const piece of made.xml()) if (!stream.write(piece)) await once(stream, 'drain');
    stream.end();
    await once(stream, 'close');
    const script = path.join(projectRoot(), 'tests/exports/read-export.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, file]);
    const read: ReadExport = JSON.parse(stdout);
    return { ...read, wanted: { posts: made.posts, items: made.items }, megabytes: statSync(file).size / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
