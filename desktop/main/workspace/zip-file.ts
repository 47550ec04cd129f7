import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive; `name` has "/" between folders and is no name that leads out of the archive. */
export interface ZippedFile {
  name: string;
  content: string | Uint8Array;
}

/**
 * Writes a zip archive that is `file` once it is whole and on the disk. Each file is asked for when the one before has
 * been taken in, so that one or two are in memory. Rejects as the disk or `files` do, and then leaves nothing.
 * @param now written as the time of every file, milliseconds since 1970
 */
export async function writeZipFile(file: string, files: AsyncIterable<ZippedFile>, now: number): Promise<void> {
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w');
  try {
    const zip = new ZipFile();
    const abort = new AbortController();
    const written = pipeline(zip.outputStream, handle.createWriteStream({ flush: true }), { signal: abort.signal });
    try {
      for await (const { name, content } of files) {
        const source = new PassThrough().end(content);
        // The archive keeps each entry, and what gives it its source, until it ends: this lets go of the source.
        let given: PassThrough | null = source;
        zip.addReadStreamLazy(name, { mtime: new Date(now) }, (take) => {
          if (given) take(null, given);
          given = null;
        });
        // A disk that is full takes nothing in any more.
        await Promise.race([once(source, 'end'), written]);
      }
      zip.end();
      await written;
    } catch (error) {
      abort.abort();
      await written.catch(() => {});
      throw error;
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
