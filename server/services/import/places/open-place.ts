import { open, stat } from 'node:fs/promises';
import type { ImportSource, SourceKind } from '../import-source.ts';
import type { FilePlace } from './file-place.ts';
import { openFileBesides, openFolderPlace } from './folder-place.ts';
import { openZipPlace } from './zip-place.ts';

/** The first bytes of an archive, and of an empty archive. */
const ZIP = [0x504b0304, 0x504b0506];

/**
 * Opens the file, folder or archive at a path (absolute, without links) as a place of files.
 * @throws ImportFault for an archive that cannot be read, and for more files than an import reads
 */
export async function openPlace(path: string): Promise<FilePlace> {
  if ((await stat(path)).isDirectory()) return openFolderPlace(path);
  return /\.zip$/i.test(path) || (await isZip(path)) ? openZipPlace(path) : openFileBesides(path);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ZIP.includes(buffer.readUInt32BE(0));
  } finally {
    await file.close();
  }
}

/**
 * A kind of source that reads files: `open` returns null when the place contains none of its files. The source closes
 * the place.
 */
export interface PlaceReader {
  says: string;
  /** Whether the files' names allow that the place is of this kind. */
  couldRead(place: FilePlace): boolean;
  open(place: FilePlace): Promise<ImportSource | null>;
}

/** Makes a kind of source whose files may be in a folder, in an archive or single. */
export function kindOf({ says, couldRead, open: read }: PlaceReader): SourceKind {
  return {
    says,
    async open(path) {
      const place = await openPlace(path);
      let source: ImportSource | null = null;
      try {
        source = couldRead(place) ? await read(place) : null;
        return source;
      } finally {
        if (source === null) await place.close();
      }
    },
  };
}
