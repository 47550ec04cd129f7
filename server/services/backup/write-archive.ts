import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Manifest } from './backup-manifest.ts';
import { BLOCK, encodeHeader, padding } from './tar-header.ts';

/** The number of bytes that are read and written at a time. */
const PIECE = 1024 * 1024;

export interface ArchiveWriter {
  /** Appends a file with the size that it has when it is added. Throws the signal's reason when it is aborted. */
  addFile(name: string, source: FileHandle, signal?: AbortSignal | undefined): Promise<void>;
  addText(name: string, text: string): Promise<void>;
  /** The entries that were added so far. */
  readonly entries: Manifest['entries'];
  /** Writes the end of the archive and syncs it to the disk. */
  end(): Promise<void>;
}

/** Writes a tar archive of plain files to an empty file, in one pass, with a checksum of each. `mtime` in seconds. */
export function createArchiveWriter(target: FileHandle, mtime: number): ArchiveWriter {
  const entries: Manifest['entries'] = [];
  const piece = Buffer.alloc(PIECE);
  const write = async (bytes: Buffer) => {
    for (let done = 0; done < bytes.length; ) {
      done += (await target.write(bytes, done)).bytesWritten;
    }
  };
  const finish = async (name: string, size: number, sha256: string) => {
    await write(Buffer.alloc(padding(size)));
    entries.push({ name, size, sha256 });
  };
  return {
    entries,
    async addFile(name, source, signal) {
      const { size } = await source.stat();
      const hash = createHash('sha256');
      await write(encodeHeader({ name, size, mtime }));
      for (let position = 0; position < size; ) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, Math.min(PIECE, size - position), position);
        if (bytesRead === 0) throw new Error(`${name} became shorter while it was read`);
        const part = piece.subarray(0, bytesRead);
        hash.update(part);
        await write(part);
        position += bytesRead;
      }
      await finish(name, size, hash.digest('hex'));
    },
    async addText(name, text) {
      const bytes = Buffer.from(text);
      await write(encodeHeader({ name, size: bytes.length, mtime }));
      await write(bytes);
      await finish(name, bytes.length, createHash('sha256').update(bytes).digest('hex'));
    },
    async end() {
      await write(Buffer.alloc(2 * BLOCK));
      await target.sync();
    },
  };
}
