import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const ENDING = '.zst';

/** Puts these files of a folder, named by their paths in it, into another folder, each compressed. */
export function pack(from: string, to: string, files: readonly string[]): void {
  for (const file of files) write(path.join(to, file + ENDING), zstdCompressSync(readFileSync(path.join(from, file))));
}

/** Writes a text into a file, compressed; {@link unpackText} reads it. */
export function packText(text: string, file: string): void {
  write(file + ENDING, zstdCompressSync(text));
}

export function unpackText(file: string): string {
  return zstdDecompressSync(readFileSync(file + ENDING)).toString();
}

/** Restores everything that is packed in a folder into another folder. */
export function unpack(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(from, file).slice(0, -ENDING.length);
    write(path.join(to, name), zstdDecompressSync(readFileSync(file)));
  }
}

function write(file: string, bytes: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
