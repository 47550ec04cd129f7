// The container of an OpenType font: a directory of tables, and the tables one after the other.

const DIRECTORY = 12;
const ENTRY = 16;

/** Returns the tables of a font by their names. */
export function readTables(font: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const count = bytes.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = DIRECTORY + ENTRY * index;
      const at = bytes.readUInt32BE(entry + 8);
      return [bytes.toString('latin1', entry, entry + 4), bytes.subarray(at, at + bytes.readUInt32BE(entry + 12))];
    }),
  );
}

/**
 * Returns a font with TrueType outlines made from these tables. Values that are only right for other tables (`head`'s
 * checksum) stay unchanged.
 */
export function writeTables(tables: ReadonlyMap<string, Buffer>): Uint8Array {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(entries.length));
  const directory = Buffer.alloc(DIRECTORY + ENTRY * entries.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(entries.length, 4);
  directory.writeUInt16BE(ENTRY << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(ENTRY * entries.length - (ENTRY << power), 10);
  const parts = [directory];
  let at = directory.length;
  for (const [index, [name, table]] of entries.entries()) {
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    const entry = DIRECTORY + ENTRY * index;
    directory.write(name, entry, 'latin1');
    directory.writeUInt32BE(checksum(padded), entry + 4);
    directory.writeUInt32BE(at, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** Returns the sum of the table's words, as OpenType defines it. */
function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
