import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Borrow } from '#server/adapters/blobs/site-blobs.ts';

/** Writes an archive to a stream, one entry after the other: an entry is read only as fast as the stream accepts it. */
export interface ZipWriter {
  /** Adds a text, or a text in parts, of which only a few are requested in advance. */
  addText(name: string, text: string | AsyncIterable<string>): Promise<void>;
  /** Adds a file without compression: pictures are compressed already. False when the file does not exist. */
  addFile(name: string, file: Borrow): Promise<boolean>;
  /** Writes the end of the archive. Resolves when the stream has accepted it. */
  end(): Promise<void>;
}

/**
 * Begins a zip archive. `now` (milliseconds since 1970) is the time of every entry, so that the same entries make the
 * same archive. Every method rejects when the stream fails, with the error with which it was destroyed when its reader
 * has left.
 */
export function createZipWriter(out: Writable, now: number): ZipWriter {
  const zip = new ZipFile();
  const mtime = new Date(now);
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  const written = pipeline(zip.outputStream, out, { signal: failed.signal });
  // Each method awaits this promise too; the handler is for a rejection between two calls.
  written.catch(() => undefined);
  const add = async (from: Readable, name: string, isCompressed: boolean) => {
    const source = new PassThrough();
    // The archive keeps each entry, and the function that provides its source, until the archive ends: this releases
    // the source.
    let given: Readable | null = source;
    outsideOfPool(() =>
      zip.addReadStreamLazy(name, { mtime, mode: 0o100644, compress: isCompressed }, (take) => {
        if (given) take(null, given);
        given = null;
      }),
    );
    const read = pipeline(from, source).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
    const end = await Promise.race([Promise.all([once(source, 'end'), read]), written]);
    if (!end) throw new Error('The archive ended before everything was in it');
  };
  return {
    addText: (name, text) => add(Readable.from(typeof text === 'string' ? [text] : text), name, true),
    addFile: (name, borrowed) =>
      borrowed(async (from) => {
        if (from === null) return false;
        const file = await open(from, 'r');
        try {
          await add(file.createReadStream({ autoClose: false }), name, false);
          return true;
        } finally {
          await file.close();
        }
      }),
    async end() {
      zip.end();
      await written;
    },
  };
}

/**
 * Gives each buffer that `work` makes its own memory. The archive keeps the name of each entry: in the pool that buffer
 * would keep 64 KB alive, which other buffers share.
 */
function outsideOfPool(work: () => void): void {
  const size = Buffer.poolSize;
  Buffer.poolSize = 0;
  try {
    work();
  } finally {
    Buffer.poolSize = size;
  }
}
