import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { type ExportFolder, openExportFolder } from '#tests/exports/export-folder.ts';
import { changedHeaders, finished, makeZip, renamed } from '#tests/exports/make-zip.ts';
import type { FilePlace } from './file-place.ts';
import { openPlace } from './open-place.ts';
import { readText } from './read-text.ts';

let folder: ExportFolder;
const open: FilePlace[] = [];

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(async () => {
  for (const place of open.splice(0)) await place.close();
  folder.close();
});

const placeOf = async (zip: Buffer, name = 'export.zip') => {
  const place = await openPlace(folder.write(name, zip));
  open.push(place);
  return place;
};
const namesOf = ({ files }: FilePlace) => files.map(({ name }) => name);

test('files of an archive are listed with their sizes and read when they are asked for', async () => {
  const place = await placeOf(await makeZip({ 'b.txt': 'two', 'a/c.txt': 'one' }));
  expect(place.files).toEqual([
    { name: 'a/c.txt', size: 3 },
    { name: 'b.txt', size: 3 },
  ]);
  expect(await readText(place, 'a/c.txt')).toBe('one');
  const found = await place.fileOf('b.txt');
  expect(found.kind === 'file' && readFileSync(found.path, 'utf8')).toBe('two');
  expect(await place.fileOf('no.txt')).toEqual({ kind: 'none' });
});

test('what was taken out goes when the place is closed', async () => {
  const place = await openPlace(folder.write('a.zip', await makeZip({ 'a.png': 'x' })));
  const found = await place.fileOf('a.png');
  const file = found.kind === 'file' ? found.path : '';
  expect(file.startsWith(tmpdir())).toBe(true);
  expect(path.basename(file)).toBe('a.png');
  await place.close();
  expect(existsSync(path.dirname(path.dirname(file)))).toBe(false);
});

test('of many files taken out only the latest stay on the disk', async () => {
  const files = Object.fromEntries(Array.from({ length: 130 }, (_, number) => [`${number}.png`, 'x']));
  const place = await placeOf(await makeZip(files));
  const [first] = await Promise.all(['0.png', '1.png', '2.png'].map((name) => place.fileOf(name)));
  for (const name of Object.keys(files)) expect((await place.fileOf(name)).kind).toBe('file');
  await expect.poll(() => first?.kind === 'file' && existsSync(first.path)).toBe(false);
});

test.each([
  ['../../../aaaa.txt', 'a path that leads up'],
  ['/etc/aaaaaaa/a.txt', 'a path from the root'],
  ['..\\..\\aaaaaaa\\a.txt', 'a path that leads up with backslashes'],
  ['C:\\aaaaaaaaa\\a.txt', 'a path of a drive'],
])('%s is not taken out: %s', async (name) => {
  const harmless = 'x'.repeat(name.length);
  const zip = await makeZip({ [harmless]: 'evil', 'a.txt': 'good' });
  const place = await placeOf(renamed(zip, harmless, name));
  expect(namesOf(place)).toEqual(['a.txt']);
  expect(place.refused).toMatchObject([{ why: 'Its path leads out of the archive' }]);
  expect(namesOf(await placeOf(zip, 'harmless.zip'))).toEqual(['a.txt', harmless]);
});

test('a link to another file is not followed, in an archive as in a folder', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('/etc/passwd'), 'link.txt', { mode: 0o120777 });
  zip.addBuffer(Buffer.from('good'), 'a.txt', { mode: 0o100644 });
  const place = await placeOf(await finished(zip));
  expect(namesOf(place)).toEqual(['a.txt']);
  expect(place.refused).toEqual([{ name: 'link.txt', why: 'Is a link to another file' }]);
  folder.write('own/a.txt', 'good');
  symlinkSync('/etc/passwd', path.join(folder.root, 'own/link.txt'));
  const own = await openPlace(path.join(folder.root, 'own'));
  expect(namesOf(own)).toEqual(['a.txt']);
  expect(own.refused).toEqual([{ name: 'link.txt', why: 'Is a link to another file' }]);
});

test('a file that unpacks to far more than it holds is not unpacked', async () => {
  const place = await placeOf(await makeZip({ 'bomb.txt': Buffer.alloc(25 * 1024 ** 2), 'a.txt': 'good' }));
  expect(namesOf(place)).toEqual(['a.txt']);
  expect(place.refused).toEqual([{ name: 'bomb.txt', why: 'Unpacked it would be far larger than what it holds' }]);
});

test('nor an archive whose files lie over each other, and one that says less than it holds is damaged', async () => {
  const zip = await makeZip({ 'a.txt': Buffer.alloc(1000), 'b.txt': Buffer.alloc(1000) });
  const huge = changedHeaders(zip, (header) => {
    header.writeUInt32LE(0xf0000000, 24);
    header.writeUInt32LE(0xf000000, 20);
  });
  await expect(placeOf(huge)).rejects.toThrow('far larger than any export');
  const lying = changedHeaders(zip, (header) => header.writeUInt32LE(10, 24));
  const place = await placeOf(lying);
  await expect(readText(place, 'a.txt')).rejects.toThrow('The archive is damaged');
  expect(await place.fileOf('a.txt')).toEqual({ kind: 'none' });
});

test('what cannot be unpacked is a fault of the archive, also where it shows before anybody reads; its neighbour is read', async () => {
  const zip = await makeZip({ 'a.txt': 'good words, and more of them', 'b.txt': 'bad words, and more of them' });
  const packed = deflateRawSync('bad words, and more of them');
  // A block of a type that DEFLATE does not have (RFC 1951, 3.2.3).
  const broken = Buffer.from(zip);
  broken[broken.indexOf(packed)] = 0xff;
  const place = await placeOf(broken);
  const stream = await place.stream('b.txt');
  await setImmediate();
  await expect(stream.toArray()).rejects.toThrow('The archive is damaged');
  await expect(readText(place, 'b.txt')).rejects.toThrow('The archive is damaged');
  expect(await readText(place, 'a.txt')).toBe('good words, and more of them');
});

test('an archive in the archive is opened, one in that is told', async () => {
  const inner = await makeZip({ 'data/a.json': 'x', 'deep.zip': await makeZip({ 'b.txt': 'y' }) });
  const place = await placeOf(await makeZip({ 'ghost.zip': inner, 'damaged.zip': 'no archive' }));
  expect(namesOf(place)).toEqual(['ghost.zip/data/a.json']);
  expect(await readText(place, 'ghost.zip/data/a.json')).toBe('x');
  expect(place.refused).toMatchObject([
    { name: 'damaged.zip', why: expect.stringContaining('damaged') },
    { name: 'ghost.zip/deep.zip', why: 'Is an archive in an archive, which is not opened' },
  ]);
});

test('an archive with too many files is refused before they are listed', async () => {
  const zip = await makeZip({ 'a.txt': 'x' });
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  // A larger count needs the fields of ZIP64, which stand before the end record.
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(100_001n, 24);
  record.writeBigUInt64LE(100_001n, 32);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(end), 64);
  record.writeUInt32LE(1, 72);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(0xffff, 8);
  tail.writeUInt16LE(0xffff, 10);
  const many = Buffer.concat([zip.subarray(0, end), record, tail]);
  await expect(placeOf(many)).rejects.toThrow('The archive holds 100001 files; an import reads 100000 at the most');
});

test('names are read in UTF-8 whether it is said or not, and else in the code page of the format', async () => {
  const flagged = await makeZip({ 'café.png': 'x' });
  expect(namesOf(await placeOf(flagged))).toEqual(['café.png']);
  const unflagged = changedHeaders(flagged, (header) => header.writeUInt16LE(0, 8));
  expect(namesOf(await placeOf(unflagged))).toEqual(['café.png']);
  // In code page 437, é is one byte; the added x keeps the length of the name.
  const old = renamed(
    unflagged,
    'café.png',
    Buffer.concat([Buffer.from('caf'), Buffer.from([0x82]), Buffer.from('x.png')]),
  );
  expect(namesOf(await placeOf(old))).toEqual(['caféx.png']);
});

test('an archive that was not copied to its end, and what is none, are told in words', async () => {
  const zip = await makeZip({ 'a.txt': 'x'.repeat(1000) });
  await expect(placeOf(zip.subarray(0, zip.length - 30))).rejects.toThrow('damaged or was not copied to its end');
  await expect(placeOf(Buffer.from('no archive'))).rejects.toThrow('damaged or was not copied to its end');
  const cut = Buffer.concat([zip.subarray(0, 40), zip.subarray(45)]);
  await expect(placeOf(cut)).rejects.toThrow('damaged');
});

test('an archive with a password asks for one without', async () => {
  const zip = await makeZip({ 'a.txt': 'x', 'b.txt': 'y' });
  const locked = changedHeaders(zip, (header) => header.writeUInt16LE(header.readUInt16LE(8) | 1, 8));
  await expect(placeOf(locked)).rejects.toThrow('The archive asks for a password');
});

test('nothing of an archive that is refused stays on the disk', async () => {
  const before = process.env.TMPDIR;
  const own = path.join(folder.root, 'own-tmp');
  mkdirSync(own);
  process.env.TMPDIR = own;
  try {
    const inner = await makeZip({ 'a.txt': 'x' });
    const zip = await makeZip({ 'a.zip': inner, 'bomb.txt': 'x' });
    const huge = changedHeaders(zip, (header) => header.writeUInt32LE(0xf0000000, 24));
    await expect(placeOf(huge.subarray(0, -30))).rejects.toThrow();
    await (await openPlace(folder.write('whole.zip', zip))).close();
    expect(readdirSync(own)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});
