import { openSiteBlobs } from '#server/adapters/blobs/open-blobs.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { type CardFiles, createCardFiles } from '#server/adapters/card-files.ts';
import { createDiskReserve, type DiskReserve, noReserve } from '#server/adapters/disk-reserve.ts';
import { createPictureFiles, type PictureFiles } from '#server/adapters/picture-files.ts';
import { createPictureProcess, createUploadProcess, type PictureProcess } from '#server/adapters/picture-process.ts';
import type { RoomOptions } from './service-options.ts';

/** The stores of files outside the database, and the processes that make pictures. */
export interface Storage {
  blobs: SiteBlobs;
  pictureFiles: PictureFiles;
  pictureProcess: PictureProcess;
  cards: CardFiles;
  reserve: DiskReserve;
  /** Aborted when the server stops: then requests to a remote store are cancelled. */
  ending: AbortSignal;
  /** Cancels the requests to a remote store. */
  end(): void;
  /** Ends the process that handles uploads. */
  close(): Promise<void>;
}

/** Creates the stores of the configuration, or uses those of a reader instance. */
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
