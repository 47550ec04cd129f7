import { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { type FilePlace, MOST_FILES, type PlacedFile, type RefusedFile, sortedFiles } from './file-place.ts';
import { createTakenOut } from './taken-out.ts';
import { damaged, readZipEntries } from './zip-entries.ts';

/** The number of archives inside the archive that are opened; archives inside those are reported and not opened. */
const MOST_INNER = 20;

/** A file of an open archive. */
interface ArchiveEntry {
  zip: ZipFile;
  entry: Entry;
}

/**
 * Opens an archive and the archives in it: the paths of their files begin with their names. `file` is absolute.
 * @throws ImportFault when the archive cannot be read
 */
export async function openZipPlace(file: string): Promise<FilePlace> {
  const inner = await openArchives([{ prefix: '', file }], true);
  return { path: file, ...inner };
}

/** Opens archives side by side, each below its prefix. With `isNested` the archives inside them are opened too. */
export async function openArchives(
  archives: readonly { prefix: string; file: string }[],
  isNested: boolean,
): Promise<Omit<FilePlace, 'path'>> {
  const entries = new Map<string, ArchiveEntry>();
  const refused: RefusedFile[] = [];
  const zips: ZipFile[] = [];
  const taken = createTakenOut((error) => error instanceof ImportFault);
  const files: PlacedFile[] = [];

  const open = async (prefix: string, file: string): Promise<void> => {
    const read = await readZipEntries(file);
    zips.push(read.zip);
    for (const [name, entry] of read.entries) entries.set(`${prefix}${name}`, { zip: read.zip, entry });
    for (const { name, why } of read.refused) refused.push({ name: `${prefix}${name}`, why });
    if (entries.size > MOST_FILES) {
      throw new ImportFault(`The archives hold more than ${MOST_FILES} files together`);
    }
  };
  const stream = async (name: string): Promise<Readable> => {
    const found = entries.get(name);
    if (!found) throw new ImportFault(`There is no ${name}`);
    try {
      return faultingStream(await found.zip.openReadStreamPromise(found.entry));
    } catch (error) {
      throw damaged(error);
    }
  };
  const openInner = async (): Promise<void> => {
    const inner = [...entries.keys()].filter((name) => /\.zip$/i.test(name));
    for (const [index, name] of inner.entries()) {
      try {
        if (index >= MOST_INNER) throw new ImportFault(`Only ${MOST_INNER} archives in an archive are opened`);
        await open(`${name}/`, await taken.keep(() => stream(name)));
      } catch (error) {
        if (!(error instanceof ImportFault)) throw error;
        refused.push({ name, why: error.message });
      }
      entries.delete(name);
    }
  };
  const close = async (): Promise<void> => {
    for (const zip of zips) zip.close();
    await taken.close();
  };
  try {
    for (const { prefix, file } of archives) await open(prefix, file);
    if (isNested) await openInner();
  } catch (error) {
    await close();
    throw error;
  }
  for (const [name, { entry }] of entries) {
    if (/\.zip$/i.test(name)) refused.push({ name, why: 'Is an archive in an archive, which is not opened' });
    else files.push({ name, size: entry.uncompressedSize });
  }
  return {
    files: sortedFiles(files),
    refused: sortedFiles(refused),
    stream,
    fileOf: async (name) =>
      entries.has(name) ? taken.fileOf(name, name, () => stream(name)) : { kind: 'none' as const },
    close,
  };
}

/** An error while a file is unpacked is a fault of the archive, whenever it is noticed. */
function faultingStream(stream: Readable): Readable {
  // The file is unpacked in advance, and this can fail before anybody reads it: the reader gets the error later.
  stream.on('error', () => undefined);
  const read = Readable.from(unpacked(stream), { objectMode: false });
  return read.on('close', () => stream.destroy());
}

async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (cause) {
    throw damaged(cause);
  }
}
