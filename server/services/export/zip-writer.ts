import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Borrow } from '#server/adapters/blobs/site-blobs.ts';

/** Writes an archive into a stream, one entry after the other: what the stream does not take in is not read. */
export interface ZipWriter {
  /** A text, or its parts: no more than a few are asked for ahead. */
  addText(name: string, text: string | AsyncIterable<string>): Promise<void>;
  /** Adds a file as it is: pictures are compressed already. False when there is none. */
  addFile(name: string, file: Borrow): Promise<boolean>;
  /** Writes the archive's end. Resolves when the stream has taken it. */
  end(): Promise<void>;
}

/**
 * Begins a zip archive. `now` (milliseconds since 1970) is the time of every entry, so that the same entries make the same
 * archive. Every method rejects as the stream does: with what it was destroyed with, when whoever reads it has gone.
 */
export function createZipWriter(out: Writable, now: number): ZipWriter {
  const zip = new ZipFile();
  const mtime = new Date(now);
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  const written = pipeline(zip.outputStream, out, { signal: failed.signal });
  // Each method waits for it as well; nobody does between two.
  written.catch(() => undefined);
  const add = async (from: Readable, name: string, isCompressed: boolean) => {
    const source = new PassThrough();
    // The archive keeps each entry, and what gives it its source, until it ends: this lets go of the source.
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
 * Gives each buffer that `work` makes a memory of its own. An entry's name is one that stays: in the pool it would hold the 64 KB
 * in which the buffers of others lie.
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
