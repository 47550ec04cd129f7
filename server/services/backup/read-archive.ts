import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { DATABASE_FILE } from '#server/paths.ts';
import { BackupFault } from './backup-fault.ts';
import {
  isEntryName,
  LARGEST_MANIFEST,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  manifestSchema,
} from './backup-manifest.ts';
import { BLOCK, decodeHeader, padding, type TarEntry } from './tar-header.ts';

/** The number of bytes that are read at a time. */
const PIECE = 1024 * 1024;

const damaged = (what: string, cause?: unknown) => new BackupFault(`The backup is damaged: ${what}.`, { cause });

interface ReadOptions {
  /** The path of a new file for an entry's bytes; null for bytes that are only checked. */
  place: (name: string) => string | null;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a backup from its first byte to its last and checks each of them: a header against the only valid form, an
 * entry against the manifest, the manifest against its checksum, padding and end of the archive against zero. Nothing
 * in the archive is compressed, so it cannot grow while it is read, and only entries that pass {@link isEntryName} are
 * written.
 * @throws BackupFault for a file that is not a complete backup of ours. Some files may have been written by then.
 */
export async function readArchive(file: string, { place, signal }: ReadOptions): Promise<Manifest> {
  const source = await open(file, 'r').catch((cause: unknown) => {
    throw new BackupFault(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  try {
    const info = await source.stat();
    if (!info.isFile()) throw new BackupFault(`${file} is no file.`);
    const { size } = info;
    const reader = createReader(source, size, signal);
    const found = new Map<string, { size: number; sha256: string }>();
    for (;;) {
      const entry = await reader.header();
      if (entry.name === MANIFEST) {
        const manifest = await readManifest(reader, entry);
        await reader.end();
        compare(manifest, found);
        return manifest;
      }
      if (!isEntryName(entry.name)) throw new BackupFault(`This is no backup of Ninefold: it holds “${entry.name}”.`);
      if (found.has(entry.name)) throw damaged(`${entry.name} is in it twice`);
      const sha256 = await reader.content(entry, place(entry.name));
      found.set(entry.name, { size: entry.size, sha256 });
    }
  } finally {
    await source.close();
  }
}

async function readManifest(reader: Reader, entry: TarEntry): Promise<Manifest> {
  if (entry.size > LARGEST_MANIFEST) throw damaged('its manifest is too large');
  const bytes = await reader.bytes(entry.size);
  const sumEntry = await reader.header();
  if (sumEntry.name !== MANIFEST_SUM || sumEntry.size !== 64) throw damaged('the sum of its manifest is missing');
  const sum = await reader.bytes(sumEntry.size);
  if (sum.toString('latin1') !== createHash('sha256').update(bytes).digest('hex'))
    throw damaged('its manifest is not the one that was written');
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new BackupFault('This backup was made by a program this one does not understand.', { cause });
  }
}

function compare(manifest: Manifest, found: ReadonlyMap<string, { size: number; sha256: string }>): void {
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (!entry) throw damaged(`${name} is missing`);
    if (entry.size !== size || entry.sha256 !== sha256) throw damaged(`${name} is not what was written`);
  }
  if (new Set(manifest.entries.map(({ name }) => name)).size !== found.size)
    throw damaged('it holds what its manifest does not name');
  if (!found.has(DATABASE_FILE)) throw damaged('it holds no database');
}

interface Reader {
  header(): Promise<TarEntry>;
  /** Writes an entry's bytes to a new file, or only reads them; returns their SHA-256 in hex. */
  content(entry: TarEntry, target: string | null): Promise<string>;
  bytes(size: number): Promise<Buffer>;
  /** Checks that the archive ends here. */
  end(): Promise<void>;
}

function createReader(source: FileHandle, fileSize: number, signal: AbortSignal | undefined): Reader {
  const piece = Buffer.alloc(PIECE);
  let position = 0;

  /** Yields the next bytes piece by piece; a piece is valid until the next one is requested. */
  async function* pieces(size: number): AsyncGenerator<Buffer> {
    // Checked before anything is written or kept: a header may claim any size.
    if (position + size > fileSize) throw damaged('it ends too early');
    for (let left = size; left > 0; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await source.read(piece, 0, Math.min(PIECE, left), position);
      if (bytesRead === 0) throw damaged('it ends too early');
      position += bytesRead;
      left -= bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }
  const take = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of pieces(size)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  };
  const skipZeros = async (size: number) => {
    for await (const part of pieces(size)) {
      if (part.some((byte) => byte !== 0)) throw damaged('something stands where nothing may');
    }
  };
  return {
    async header() {
      const entry = decodeHeader(await take(BLOCK));
      if (!entry) throw damaged('it ends too early');
      return entry;
    },
    async content(entry, target) {
      const hash = createHash('sha256');
      const file = target === null ? null : await open(target, 'wx', 0o600);
      try {
        for await (const part of pieces(entry.size)) {
          hash.update(part);
          await file?.writeFile(part);
        }
        await file?.sync();
      } finally {
        await file?.close();
      }
      await skipZeros(padding(entry.size));
      return hash.digest('hex');
    },
    async bytes(size) {
      const bytes = await take(size);
      await skipZeros(padding(size));
      return bytes;
    },
    async end() {
      await skipZeros(2 * BLOCK);
      if (position !== fileSize) throw damaged('something stands behind its end');
    },
  };
}
