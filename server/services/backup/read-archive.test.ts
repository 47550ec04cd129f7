import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backedUpSite, passingFolder } from '#server/test-backups.ts';
import { isWhole, runsOf } from '#tests/share.ts';
import { BackupFault } from './backup-fault.ts';
import { MANIFEST, MANIFEST_SUM } from './backup-manifest.ts';
import { readArchive } from './read-archive.ts';
import { BLOCK, decodeHeader, encodeHeader, padding, type TarEntry } from './tar-header.ts';

// Abuse case 20.

const read = (file: string) => readArchive(file, { place: () => null });
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Piece {
  name: string;
  bytes?: Buffer | string;
  header?: (entry: TarEntry) => Buffer;
}

/**
 * Makes an archive of these pieces and a manifest that names them, so that nothing is wrong with it but what is tested.
 */
function archive(pieces: Piece[], change: (manifest: object) => object = (manifest) => manifest): string {
  const parts: Buffer[] = [];
  const add = ({ name, bytes = '', header = encodeHeader }: Piece) => {
    const content = Buffer.from(bytes);
    parts.push(header({ name, size: content.length, mtime: 0 }), content, Buffer.alloc(padding(content.length)));
    return { name, size: content.length, sha256: sum(content) };
  };
  const entries = pieces.map(add);
  const manifest = {
    format: 'ninefold-backup',
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    siteId: 'a',
    program: '1',
  };
  const text = Buffer.from(JSON.stringify(change({ ...manifest, entries, missing: [] })));
  add({ name: MANIFEST, bytes: text });
  add({ name: MANIFEST_SUM, bytes: sum(text) });
  const file = path.join(passingFolder(), 'made.tar');
  writeFileSync(file, Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
  return file;
}
const database: Piece = { name: 'ninefold.db', bytes: 'SQLite' };

/** A header with a few changed bytes, and a checksum that fits them. */
const forged = (change: (block: Buffer) => void) => (entry: TarEntry) => {
  const block = encodeHeader({ ...entry, name: 'x' });
  block.write(entry.name, 0, 'latin1');
  change(block);
  block.write('        ', 148, 'latin1');
  const total = block.reduce((all, byte) => all + byte, 0);
  block.write(`${total.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
};

test('an archive as a backup is made is read', async () => {
  const file = archive([{ name: 'uploads/a.jpg', bytes: 'x'.repeat(700) }, database]);
  expect((await read(file)).entries.map(({ name }) => name)).toEqual(['uploads/a.jpg', 'ninefold.db']);
});

/** An archive of some size: in a whole run, the backup of a site. */
async function backup(): Promise<string> {
  if (isWhole) return (await backedUpSite()).file;
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251));
  const pictures = ['uploads/a.jpg', 'originals/a.png'].map((name) => ({ name, bytes: bytes(9_000) }));
  return archive([...pictures, { name: 'ninefold.db', bytes: bytes(200_000) }]);
}

/** Flips one bit of a backup at a time, at random places, and expects each flip to be found. */
async function findsFlips(file: string, times: number): Promise<void> {
  const bytes = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      writeFileSync(file, flipped);
      await expect(read(file)).rejects.toThrow(BackupFault);
    }),
    { seed: 6, numRuns: runsOf(times, 4) },
  );
  writeFileSync(file, bytes);
  await read(file);
}

test('a flipped bit is found wherever it is', async () => {
  await findsFlips(await backup(), 100);
});

test('every flipped bit of a header is found', () => {
  const header = encodeHeader({ name: 'uploads/a.jpg', size: 700, mtime: 1_700_000_000 });
  const unnoticed: number[] = [];
  for (let bit = 0; bit < header.length * 8; bit += 1) {
    const flipped = Buffer.from(header);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    try {
      decodeHeader(flipped);
      unnoticed.push(bit);
    } catch (error) {
      expect(error).toBeInstanceOf(BackupFault);
    }
  }
  expect(unnoticed).toEqual([]);
});

test('a flipped bit of the manifest, its sum, or what fills up is found', async () => {
  const file = archive([{ name: 'uploads/a.jpg', bytes: 'x' }, database]);
  await findsFlips(file, 200);
});

test('an archive that was cut short is found, wherever it was cut', async () => {
  const file = await backup();
  const { length } = readFileSync(file);
  for (const left of [length - 1, length - BLOCK, length - 2 * BLOCK, length - 5 * BLOCK, length / 2, BLOCK, 100, 0]) {
    truncateSync(file, Math.floor(left));
    await expect(read(file)).rejects.toThrow(BackupFault);
  }
});

test('what stands behind the end is found', async () => {
  const file = archive([database]);
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(1)]));
  await expect(read(file)).rejects.toThrow('behind its end');
});

test.each([
  '../evil',
  'uploads/../../evil',
  'uploads/..',
  '/etc/passwd',
  'uploads//etc/passwd',
  'C:\\evil',
  'uploads\\..\\evil',
  'uploads/a/b.jpg',
  'uploads/.htaccess',
  'session-secret',
  'ninefold.db-wal',
  'uploads/',
  'uploads/CON:',
])('the name “%s” leads nowhere', async (name) => {
  const placed: string[] = [];
  const file = archive([{ name, bytes: 'evil' }, database]);
  const place = (given: string) => {
    placed.push(given);
    return null;
  };
  await expect(readArchive(file, { place })).rejects.toThrow(BackupFault);
  expect(placed).toEqual([]);
});

test.each([
  ['a hard link', '1'],
  ['a symbolic link', '2'],
  ['a device', '3'],
  ['a folder', '5'],
  ['a header of another kind of tar', 'x'],
  ['a long name of another kind of tar', 'L'],
  ['a sparse file', 'S'],
])('%s is refused', async (_what, type) => {
  const header = forged((block) => {
    block.write(type, 156, 'latin1');
    block.write('/etc/passwd', 157, 'latin1');
  });
  const file = archive([{ name: 'uploads/a.jpg', header }, database]);
  await expect(read(file)).rejects.toThrow('no backup of Ninefold');
});

test.each([
  ['more than there is', 0o777777],
  ['more than any disk has', Number.MAX_SAFE_INTEGER],
])('an entry that claims %s is refused before anything is written', async (_what, size) => {
  const placed: string[] = [];
  const header = (entry: TarEntry) => encodeHeader({ ...entry, size });
  const file = archive([{ name: 'uploads/a.jpg', bytes: 'x', header }, database]);
  const place = (name: string) => {
    placed.push(name);
    return path.join(path.dirname(file), 'out');
  };
  await expect(readArchive(file, { place })).rejects.toThrow('it ends too early');
});

test.each([
  ['an entry twice', archive.bind(null, [database, database]), 'in it twice'],
  ['no database', archive.bind(null, [{ name: 'uploads/a.jpg' }]), 'holds no database'],
  [
    'an entry too few',
    () => archive([database], () => ({ ...whole, entries: [...whole.entries, other] })),
    'is missing',
  ],
  ['an entry too many', () => archive([database, { name: 'uploads/a.jpg' }], () => whole), 'does not name'],
  ['another content', () => archive([{ ...database, bytes: 'sqlite' }], () => whole), 'is not what was written'],
  ['a manifest of the future', () => archive([database], () => ({ ...whole, version: 2 })), 'does not understand'],
])('%s is refused', async (_what, make, message) => {
  await expect(read(make())).rejects.toThrow(message);
});

const whole = {
  format: 'ninefold-backup',
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  siteId: 'a',
  program: '1',
  entries: [{ name: 'ninefold.db', size: 6, sha256: sum(Buffer.from('SQLite')) }],
  missing: [],
};
const other = { name: 'uploads/b.jpg', size: 0, sha256: sum(Buffer.alloc(0)) };

test('another file, a folder, and none at all are told apart in words', async () => {
  const folder = passingFolder();
  const file = path.join(folder, 'letter.txt');
  writeFileSync(file, 'Dear reader, '.repeat(100));
  await expect(read(file)).rejects.toThrow('This is no backup of Ninefold');
  await expect(read(folder)).rejects.toThrow('is no file');
  await expect(read(path.join(folder, 'none'))).rejects.toThrow('cannot be read');
});

test('sizes that eleven octal digits cannot say are read as they were written', () => {
  for (const size of [0, 1, 0o77777777777, 0o77777777777 + 1, 2 ** 40]) {
    const entry = { name: 'ninefold.db', size, mtime: 1 };
    expect(decodeHeader(encodeHeader(entry))).toEqual(entry);
  }
  expect(decodeHeader(Buffer.alloc(BLOCK))).toBeNull();
});
