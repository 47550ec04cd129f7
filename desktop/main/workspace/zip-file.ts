import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** An archive that is being written. */
export interface ZipFile {
  /** Adds a file; `name` has "/" between folders and is no name that leads out of the archive. */
  add(name: string, text: string): Promise<void>;
  /** Writes what ends the archive and gives it its name. Without this nothing is left. */
  finish(): Promise<void>;
  /** Gives up: nothing is left. Harmless after `finish`. */
  discard(): Promise<void>;
}

const compress = promisify(deflateRaw);

/** Sizes of the format without its 64-bit extension (APPNOTE §4.4.1.4). */
const MAX_FILES = 0xffff;
const MAX_SIZE = 0xffffffff;

const DEFLATE = 8;
/** Names are UTF-8 (APPNOTE §4.4.4, bit 11). */
const FLAGS = 0x0800;
const VERSION = 20;

/**
 * Begins a zip archive (PKWARE APPNOTE.TXT 6.3) that is `file` once it is whole. Holds one of its files in memory at a
 * time. Rejects as the disk does.
 * @param now written as the time of every file, milliseconds since 1970
 */
export async function createZipFile(file: string, now: number): Promise<ZipFile> {
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w');
  const directory: Buffer[] = [];
  const { date, time } = dosTime(now);
  let at = 0;
  let isOpen = true;
  let isWhole = false;

  const write = async (bytes: Buffer) => {
    await writeAll(handle, bytes);
    at += bytes.length;
  };
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };

  return {
    async add(name, text) {
      const content = Buffer.from(text);
      const packed = await compress(content);
      const label = Buffer.from(name);
      if (directory.length === MAX_FILES || at + packed.length > MAX_SIZE)
        throw new RangeError('Too much for one archive');
      const facts = Buffer.alloc(26);
      facts.writeUInt16LE(VERSION, 0);
      facts.writeUInt16LE(FLAGS, 2);
      facts.writeUInt16LE(DEFLATE, 4);
      facts.writeUInt16LE(time, 6);
      facts.writeUInt16LE(date, 8);
      facts.writeUInt32LE(crc32(content), 10);
      facts.writeUInt32LE(packed.length, 14);
      facts.writeUInt32LE(content.length, 18);
      facts.writeUInt16LE(label.length, 22);
      // The last two bytes: no extra field.
      const entry = Buffer.alloc(14);
      entry.writeUInt32LE(at, 10);
      directory.push(Buffer.concat([signature(0x02014b50), uint16(VERSION), facts, entry, label]));
      await write(Buffer.concat([signature(0x04034b50), facts, label]));
      await write(packed);
    },
    async finish() {
      const start = at;
      for (const entry of directory) await write(entry);
      const end = Buffer.alloc(18);
      end.writeUInt16LE(directory.length, 4);
      end.writeUInt16LE(directory.length, 6);
      end.writeUInt32LE(at - start, 8);
      end.writeUInt32LE(start, 12);
      await write(Buffer.concat([signature(0x06054b50), end]));
      await handle.sync();
      await close();
      await rename(partial, file);
      isWhole = true;
    },
    async discard() {
      await close();
      if (!isWhole) await rm(partial, { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** Local time in steps of two seconds, from 1980 to 2107 (APPNOTE §4.4.6). */
function dosTime(now: number): { date: number; time: number } {
  const at = new Date(now);
  const year = Math.min(Math.max(at.getFullYear() - 1980, 0), 127);
  return {
    date: (year << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
    time: (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
  };
}
