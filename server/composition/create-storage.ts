import { openSiteBlobs } from '#server/adapters/blobs/open-blobs.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { type CardFiles, createCardFiles } from '#server/adapters/card-files.ts';
import { createDiskReserve, type DiskReserve, noReserve } from '#server/adapters/disk-reserve.ts';
import { createPictureFiles, type PictureFiles } from '#server/adapters/picture-files.ts';
import { createPictureProcess, createUploadProcess, type PictureProcess } from '#server/adapters/picture-process.ts';
import type { RoomOptions } from './service-options.ts';

/** Where files are kept that are not in the database, and what makes pictures of them. */
export interface Storage {
  blobs: SiteBlobs;
  pictureFiles: PictureFiles;
  pictureProcess: PictureProcess;
  cards: CardFiles;
  reserve: DiskReserve;
  /** Aborted when the server stops: what is asked of a store elsewhere ends. */
  ending: AbortSignal;
  /** Gives up what is asked of a store elsewhere. */
  end(): void;
  /** Ends the process that uploads are made in. */
  close(): Promise<void>;
}

/** The stores of the configuration, or a reader's. */
export function createStorage(
  options: Pick<RoomOptions, 'config' | 'encodePicture' | 'reader' | 'isBesideServer'>,
): Storage {
  const { config, reader } = options;
  const end = new AbortController();
  const blobs = reader?.blobs ?? openSiteBlobs(config, end.signal);
  const pictureProcess = createPictureProcess();
  const uploads = createUploadProcess();
  return {
    blobs,
    pictureFiles: createPictureFiles(blobs, options.encodePicture ?? uploads.encode),
    pictureProcess,
    cards: reader?.cards ?? createCardFiles(blobs, pictureProcess),
    reserve: options.isBesideServer ? noReserve : createDiskReserve(config.DATA_DIR),
    ending: end.signal,
    end: () => end.abort(new Error('The server is stopping')),
    close: uploads.close,
  };
}
