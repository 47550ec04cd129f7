import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive; `name` has "/" between folders and never leads out of the archive. */
export interface ZippedFile {
  name: string;
  content: string | Uint8Array;
}

/**
 * Writes a zip archive, which gets the name `file` once it is complete and on the disk. Each file is requested when the
 * one before has been read, so that one or two are in memory. Rejects with the errors of the disk or of `files`, and then
 * leaves nothing behind.
 * @param now the time written for every file, in milliseconds since 1970
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
        // The archive holds each entry, and the function that gives its source, until the end: setting this to null
        // releases the source.
        let given: PassThrough | null = source;
        zip.addReadStreamLazy(name, { mtime: new Date(now) }, (take) => {
          if (given) take(null, given);
          given = null;
        });
        // A full disk accepts no more data.
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
