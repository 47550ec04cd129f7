import { BackupFault } from './backup-fault.ts';

/** The size of a block of a tar archive, in bytes. */
export const BLOCK = 512;
/** The largest size that eleven octal digits can express; a larger size is written as a binary number (GNU tar). */
const LARGEST_OCTAL = 0o77777777777;

/** The header's data about the entry that follows it. `size` in bytes, `mtime` in seconds since 1970. */
export interface TarEntry {
  name: string;
  size: number;
  mtime: number;
}

/** The number of bytes that fill an entry of this size up to whole blocks. */
export function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

/**
 * The only form of header that we accept for a plain file (POSIX ustar, IEEE Std 1003.1): every field has exactly one
 * value.
 */
export function encodeHeader({ name, size, mtime }: TarEntry): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (!/^[\x21-\x7e]{1,99}$/.test(name)) throw new Error(`“${name}” cannot be a name in an archive`);
  block.write(name, 0, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  if (size > LARGEST_OCTAL) {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  } else {
    block.write(`${octal(size, 11)}\0`, 124, 'latin1');
  }
  block.write(`${octal(mtime, 11)}\0`, 136, 'latin1');
  block.write('        ', 148, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return block;
}

/**
 * Reads a header; null for the empty block with which an archive ends.
 * @throws BackupFault for every header that {@link encodeHeader} would not have written, byte for byte: links, folders,
 * devices and names with odd characters are not ours, and neither is a header with a flipped bit.
 */
export function decodeHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (start: number, end: number) => block.toString('latin1', start, end).replace(/\0[\s\S]*$/, '');
  const isBinary = block[124] === 0x80;
  const size = isBinary ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8);
  const entry = { name: text(0, 100), size, mtime: Number.parseInt(text(136, 148), 8) };
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(entry.mtime) || !isOurs(entry, block))
    throw new BackupFault('This is no backup of Ninefold, or it is damaged.');
  return entry;
}

function isOurs(entry: TarEntry, block: Buffer): boolean {
  try {
    return encodeHeader(entry).equals(block);
  } catch {
    return false;
  }
}
