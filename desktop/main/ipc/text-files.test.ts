import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openText, safeName, saveText } from './text-files.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  told = [];
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const log = { file: '', info() {}, warn() {}, error() {} };
const choosing = (file: string | null) => ({
  log,
  dialogs: {
    chooseSave: async () => file,
    chooseOpen: async () => file,
    tell: async (message: string) => void told.push(message),
  },
});

test('a text is written where the owner says, and read from there', async () => {
  const file = path.join(folder, 'a.md');
  expect(await saveText({ name: 'a', text: '# Grüße\n' }, choosing(file))).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('# Grüße\n');
  expect(await openText(choosing(file))).toEqual({ name: 'a.md', text: '# Grüße\n' });
});

test('who chooses nothing gets nothing', async () => {
  expect(await saveText({ name: 'a', text: '' }, choosing(null))).toBe(false);
  expect(await openText(choosing(null))).toBeNull();
  expect(told).toEqual([]);
});

test('a file that cannot be written is told of, and nothing is left behind', async () => {
  const file = path.join(folder, 'none', 'x');
  writeFileSync(path.join(folder, 'none'), '');
  expect(await saveText({ name: 'a', text: '' }, choosing(file))).toBe(false);
  expect(told).toEqual([expect.stringContaining('could not be written')]);
});

test.each([
  ['a folder', null, 'not a file'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), 'UTF-8'],
  ['a text with NUL', Buffer.from('a\0b'), 'UTF-8'],
  ['a text too long', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), '4 MB'],
])('%s is refused with words', async (_what, bytes, words) => {
  const file = bytes ? path.join(folder, 'x.md') : folder;
  if (bytes) writeFileSync(file, bytes);
  expect(await openText(choosing(file))).toBeNull();
  expect(told).toEqual([expect.stringContaining(words)]);
});

test.each([
  ['My post', 'My post.md'],
  ['a.MD', 'a.MD'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['C:\\x\u0000y', 'C x y.md'],
  ['con', 'Draft con.md'],
  ['', 'Draft.md'],
  ['\u202Ecod.exe', 'cod.exe.md'],
  ['COM¹', 'Draft COM¹.md'],
  ['nul .txt', 'Draft nul .txt.md'],
  [`${'a'.repeat(179)}. b`, `${'a'.repeat(179)}.md`],
])('%j is suggested as %j', (name, suggested) => {
  expect(safeName(name, '.md')).toBe(suggested);
});

test('a name of any script is as long as a file system takes, and ends with a whole character', () => {
  for (const character of ['茶', '😀', 'é']) {
    const file = safeName(character.repeat(300), '.md');
    expect(file).toMatch(new RegExp(`^(?:${character}){40,}\\.md$`, 'u'));
    writeFileSync(path.join(folder, file), '');
  }
});

test('an ending that could lead elsewhere is none', () => {
  expect(safeName('sea.\\..\\evil', '.\\evil')).toBe('sea. .. evil');
  expect(safeName('sea.jpg:stream', '.jpg:stream')).toBe('sea.jpg stream');
});
