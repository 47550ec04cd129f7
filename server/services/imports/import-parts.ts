import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ContentService } from '../content.ts';
import type { FetchPicture } from '../import/fetch-picture.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { Destinations } from '../links/destinations.ts';
import type { Ask } from './asking.ts';

/** The dependencies of an import, in the server or in a separate process. */
export interface ImportParts {
  db: Executor;
  clock: Clock;
  content: ContentService;
  pictures: PictureFiles;
  /** The site's own origin: "https://blog.example". */
  origin: string;
  destinations: Destinations;
  /** Makes requests to the program's own routes. */
  ask: Ask;
  fetchPicture: FetchPicture;
  /** Opens the source at a path. */
  open: (path: string) => Promise<ImportSource>;
}
