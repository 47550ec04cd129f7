import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportSource, SourcePost } from '#server/services/import/import-source.ts';
import { openSource } from '#server/services/import/sources.ts';
import { type Accounted, accountFor } from './account-for.ts';

/** A folder to which exports are written, and from which they are read. */
export interface ExportFolder {
  root: string;
  write(name: string, bytes: string | Buffer): string;
  open(name: string): Promise<ImportSource>;
  /** Returns everything that an export yields, and closes the source. */
  read(name: string): Promise<Accounted>;
  close(): void;
}

export function openExportFolder(): ExportFolder {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ninefold-exports-')));
  const open = (name: string) => openSource(path.join(root, name));
  return {
    root,
    write(name, bytes) {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      return file;
    },
    open,
    async read(name) {
      const source = await open(name);
      try {
        return await accountFor(source);
      } finally {
        await source.close();
      }
    },
    close: () => rmSync(root, { recursive: true }),
  };
}

/** Returns the only post of what was read. */
export function onlyPost({ posts }: Accounted): SourcePost {
  const [post] = posts;
  if (!post || posts.length !== 1) throw new Error(`There are ${posts.length} posts`);
  return post;
}
