import type { Readable } from 'node:stream';
import { nameOfKey } from '#server/adapters/blobs/blob-key.ts';
import { ORIGINALS_FOLDER, type PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { exportCounts } from '#server/repositories/export-rows.ts';
import type { ExportSummary } from '#shared/contract/exports.ts';
import { AppError } from '#shared/kernel/errors.ts';

export type ExportKind = 'everything' | 'ghost' | 'ghost-without-pictures';

/**
 * Begins an export; returns its archive as a stream, which fails when the export fails. Destroying the stream ends the
 * export.
 */
export type MakeExport = (kind: ExportKind) => Promise<Readable>;

export interface ExportService {
  summary(): Promise<ExportSummary>;
  /** The archive as a stream, while it is made. Throws AppError `overloaded` while another export is being made. */
  open(kind: ExportKind): Promise<Readable>;
  /** Aborts the current export. */
  close(): void;
}

interface ExportServiceOptions {
  db: Executor;
  files: Pick<PictureFiles, 'blobs'>;
  make: MakeExport;
  onError: (error: unknown) => void;
}

/** Makes exports for the admin, one at a time. */
export function createExportService({ db, files, make, onError }: ExportServiceOptions): ExportService {
  let isBusy = false;
  let isClosed = false;
  let running: Readable | null = null;

  return {
    async summary() {
      const { posts, subscribers, pictureFiles } = await exportCounts(db);
      const sizes = new Map<string, number>();
      for await (const { key, size } of files.blobs.store.list(ORIGINALS_FOLDER)) sizes.set(nameOfKey(key), size);
      let pictureBytes = 0;
      for (const { originalFilename, size } of pictureFiles) pictureBytes += sizes.get(originalFilename) ?? size;
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
