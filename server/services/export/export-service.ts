import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { exportCounts } from '#server/repositories/export-rows.ts';
import type { ExportSummary } from '#shared/contract/exports.ts';
import { AppError } from '#shared/kernel/errors.ts';

export type ExportKind = 'everything' | 'ghost' | 'ghost-without-pictures';

/** Begins an export; gives its archive, which fails when the export does. Destroying it ends the export. */
export type MakeExport = (kind: ExportKind) => Promise<Readable>;

export interface ExportService {
  summary(): Promise<ExportSummary>;
  /** The archive as it is made. Throws AppError `overloaded` while another is made. */
  open(kind: ExportKind): Promise<Readable>;
  /** Ends what is under way. */
  close(): void;
}

interface ExportServiceOptions {
  db: Executor;
  files: Pick<PictureFiles, 'folder' | 'originals'>;
  make: MakeExport;
  onError: (error: unknown) => void;
}

/** Files looked at in one go. */
const AT_ONCE = 32;

/** Makes exports for the admin, one at a time. */
export function createExportService({ db, files, make, onError }: ExportServiceOptions): ExportService {
  let isBusy = false;
  let isClosed = false;
  let running: Readable | null = null;

  const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? null;
  return {
    async summary() {
      const { posts, subscribers, pictureFiles } = await exportCounts(db);
      let pictureBytes = 0;
      for (let start = 0; start < pictureFiles.length; start += AT_ONCE) {
        const sizes = await Promise.all(
          pictureFiles
            .slice(start, start + AT_ONCE)
            .map(
              async ({ originalFilename, size }) =>
                (await sizeOf(path.join(files.originals, originalFilename))) ?? size,
            ),
        );
        for (const size of sizes) pictureBytes += size;
      }
      return {
        posts: posts.count,
        postBytes: posts.bytes,
        pictures: pictureFiles.length,
        pictureBytes,
        subscribers,
      };
    },
    async open(kind) {
      if (isClosed || isBusy)
        throw new AppError('overloaded', { message: 'Another export is under way. Try again when it is done.' });
      isBusy = true;
      try {
        const archive = await make(kind);
        running = archive;
        archive.once('error', onError);
        archive.once('close', () => {
          running = null;
          isBusy = false;
        });
        if (isClosed) archive.destroy(new Error('The server is stopping'));
        return archive;
      } catch (error) {
        isBusy = false;
        throw error;
      }
    },
    close() {
      isClosed = true;
      running?.destroy(new Error('The server is stopping'));
    },
  };
}
