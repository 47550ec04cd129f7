import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { createPictureFiles, type PictureFiles } from '#server/adapters/picture-files.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { pictureRecords } from '#server/repositories/images.ts';
import { listPosts } from '#server/repositories/posts/post-lists.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { findPostStyle } from '#server/repositories/site-settings.ts';
import type { MarkdownRequest } from '#server/workers/render-markdown.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { type ContentService, createContentService } from '../content.ts';
import { openExportFolder } from '../export/export-folder.ts';
import { type ExportReport, exportPosts } from '../export/export-posts.ts';
import { type ImportOptions, importPosts } from './import-posts.ts';
import type { ImportReport } from './import-report.ts';
import { openSource } from './sources.ts';

/** For tests: a site with the categories technology and lifestyle and the author Ada, and a folder next to it. */
export interface ImportSite extends OpenDatabase {
  /** The time of the clock in milliseconds since 1970. */
  time: { now: number };
  content: ContentService;
  pictures: PictureFiles;
  /** A temporary folder for files to import; `close` deletes it. */
  root: string;
  /** Writes a file below `root`, and creates its folders. */
  write(name: string, text: string | Buffer): void;
  /** Imports `root`/posts, or another path. */
  import(options?: Partial<ImportOptions> & { folder?: string }): Promise<ImportReport>;
  /** Exports to `root`/out. */
  export(folder?: string): Promise<ExportReport>;
  /** Every post outside the bin, in the order of creation. */
  posts(): Promise<Post[]>;
}

export async function openImportSite(): Promise<ImportSite> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ninefold-import-')));
  mkdirSync(path.join(root, 'posts'));
  const database = await openBlog();
  const { db } = database;
  const time = { now: NOW };
  const clock = { now: () => time.now };
  const worker = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    work: { limitMs: 20_000, code: 'content_too_complex' },
    timeoutMs: 120_000,
    timeoutCode: 'overloaded',
    maxQueue: 100,
  });
  const content = createContentService({
    worker,
    pictureSizes: async (addresses) => Object.fromEntries(await pictureRecords(db, addresses)),
    style: () => findPostStyle(db),
  });
  const pictures = createPictureFiles(folderBlobs(path.join(root, '.data')));
  const site = { db, clock, content, pictures };
  return {
    ...database,
    time,
    content,
    pictures,
    root,
    write(name, text) {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    async import({ folder = path.join(root, 'posts'), ...options } = {}) {
      return importPosts({ ...site, source: await openSource(folder), fallback: 'technology', ...options });
    },
    async export(folder = path.join(root, 'out')) {
      return exportPosts({ ...site, target: await openExportFolder(folder) });
    },
    async posts() {
      const scope = { kind: 'all', now: time.now } as const;
      const { items } = await listPosts(db, { scope });
      const posts = await Promise.all(items.map(({ id }) => findById(db, id, scope)));
      return posts.flatMap((post) => post ?? []).sort((a, b) => a.id - b.id);
    },
    async close() {
      await worker.close();
      await database.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** For tests: a small picture of one colour. */
export async function picture(colour = '#224466', size = 40): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** For tests: a Markdown file with this front matter. */
export function markdown(front: string, body = 'Words of the post.'): string {
  return `---\n${front.trim()}\n---\n\n${body}\n`;
}

/** For tests: copies a folder, including its links. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
