import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { MANIFEST_FILE } from '../export/export-manifest.ts';
import { LARGEST_FILE } from './find-files.ts';
import type { PictureFinder } from './find-picture.ts';
import type { ImportSource, SourceItem } from './import-source.ts';
import { markdownFolder } from './markdown-folder.ts';
import type { FilePlace } from './places/file-place.ts';
import { kindOf } from './places/open-place.ts';
import { createPlacePictures } from './places/place-pictures.ts';
import { refusedItems } from './places/refused-items.ts';
import { isInside } from './safe-path.ts';

const TEXT = /\.(?:md|markdown)$/i;

/** Markdown files in an archive: from another site generator, or an export of ours. */
export const markdownArchive = kindOf({
  says: 'a zip of Markdown files, such as an export of ours',
  couldRead: (place) => /\.zip$/i.test(place.path) && place.files.some(({ name }) => TEXT.test(name)),
  open: openArchive,
});

/**
 * The texts are unpacked, because they are read like the texts of a folder; pictures stay packed until they are
 * requested.
 */
async function openArchive(place: FilePlace): Promise<ImportSource | null> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'ninefold-markdown-')));
  try {
    const manifest = place.files.find(({ name }) => name === MANIFEST_FILE || name.endsWith(`/${MANIFEST_FILE}`));
    const base = manifest ? manifest.name.slice(0, -MANIFEST_FILE.length) : '';
    await unpackTexts(place, folder, base);
    const source = await markdownFolder.open(folder);
    if (!source) throw new ImportFault('The archive cannot be read');
    return {
      ...source,
      items: async function* (): AsyncGenerator<SourceItem> {
        yield* source.items();
        yield* refusedItems(place);
      },
      findPicture: createArchiveFinder(place, base),
      async close() {
        await source.close();
        await place.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function unpackTexts(place: FilePlace, folder: string, base: string): Promise<void> {
  for (const { name, size } of place.files) {
    const isManifest = name === `${base}${MANIFEST_FILE}`;
    if (!name.startsWith(base) || !(TEXT.test(name) || isManifest)) continue;
    const file = path.join(folder, name.slice(base.length));
    // The names in an archive are checked when it is read; this check is an additional safeguard.
    if (!isInside(folder, file)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    // A file that is too large is cut off here, and its reader reports it.
    const bytes = await place.stream(name);
    await pipeline(bytes, limited(isManifest ? size : LARGEST_FILE), createWriteStream(file));
  }
}

function limited(most: number) {
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of bytes) {
      yield chunk;
      size += chunk.length;
      if (size > most) return;
    }
  };
}

/** As in a folder: searches from the post's own folder, then from the top; otherwise by the end of the address. */
function createArchiveFinder(place: FilePlace, base: string): PictureFinder {
  const names = new Set(place.files.map(({ name }) => name));
  const byEnd = createPlacePictures(place);
  return async (address, file) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return { kind: 'none' };
    const plain = decoded(address.replace(/[?#].*$/s, '').trim());
    const own = plain.startsWith('/') ? plain.slice(1) : path.posix.join(path.posix.dirname(file), plain);
    const found = [own, plain.replace(/^\/+/, '')]
      .map((name) => path.posix.normalize(`${base}${name}`))
      .find((name) => names.has(name));
    return found === undefined ? byEnd.find(address, file) : place.fileOf(found);
  };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
