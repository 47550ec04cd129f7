import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesOfArguments } from './file-arguments.ts';
import { openFiles } from './open-files.ts';
import { openRecentFiles } from './recent-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-handed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

describe('the files among arguments', () => {
  test('are those that are texts, from the folder they were given in', () => {
    const args = ['.', 'a.md', '/b/c.MARKDOWN', 'd.txt', 'e.html', '--user-data-dir=/x.md', 'ninefold://new?text=a.md'];
    expect(filesOfArguments(args, '/home/a')).toEqual(['/home/a/a.md', '/b/c.MARKDOWN', '/home/a/d.txt']);
  });

  test.each(['//server/share/a.md', 'https://elsewhere.example/a.md', 'file:///etc/a.md', 'smb://x/a.md'])(
    'never %s, which is elsewhere',
    (arg) => {
      expect(filesOfArguments([arg], '/')).toEqual([]);
    },
  );
});

async function open(files: string[]) {
  const seen = { given: [] as string[], told: [] as string[], opened: [] as string[] };
  await openFiles(files, {
    dialogs: {
      chooseSave: async () => null,
      chooseOpen: async () => null,
      tell: async (message) => void seen.told.push(message),
    },
    log: { file: '', info() {}, warn() {}, error() {} },
    tell: ({ name, text }) => seen.given.push(`${name}: ${text}`),
    onOpened: (file) => seen.opened.push(file),
  });
  return seen;
}

describe('files that are handed over', () => {
  test('are given to the page one after the other, and remembered', async () => {
    writeFileSync(at('a.md'), '# A');
    writeFileSync(at('b.md'), '# B');
    expect(await open([at('a.md'), at('b.md')])).toEqual({
      given: ['a.md: # A', 'b.md: # B'],
      told: [],
      opened: [at('a.md'), at('b.md')],
    });
  });

  test.each<[string, (file: string) => void, string]>([
    ['a folder', (file) => mkdirSync(file), 'not a file'],
    ['a pipe nobody writes to', (file) => void execFileSync('mkfifo', [file]), 'not a file'],
    ['a file that is gone', () => undefined, 'could not be read'],
    ['a file that is too large', (file) => writeFileSync(file, 'x'.repeat(4 * 1024 * 1024 + 1)), 'larger than 4 MB'],
    ['bytes that are no text', (file) => writeFileSync(file, Buffer.from([0xff, 0xfe])), 'not a text in UTF-8'],
  ])('%s is told of in plain words, and forgotten', async (_name, make, words) => {
    make(at('x.md'));
    writeFileSync(at('y.md'), 'y');
    expect(await open([at('x.md'), at('y.md')])).toEqual({
      given: ['y.md: y'],
      told: [expect.stringContaining(words)],
      opened: [at('y.md')],
    });
  });
});

describe('the files opened last', () => {
  const opened = (warned: string[] = []) => openRecentFiles(folder, (message) => void warned.push(message));

  test('are ten, the latest first, each once, also after a start', () => {
    const recent = opened();
    for (let number = 0; number < 12; number += 1) recent.add(`/${number}.md`);
    recent.add('/5.md');
    expect(opened().list()).toEqual(['5', '11', '10', '9', '8', '7', '6', '4', '3', '2'].map((name) => `/${name}.md`));
    opened().clear();
    expect(opened().list()).toEqual([]);
  });

  test('are none where the file holds something else', () => {
    writeFileSync(at('recent-files.json'), '{"a": [');
    expect(opened().list()).toEqual([]);
  });

  test('are remembered until the end where nothing can be written', () => {
    const warned: string[] = [];
    // A folder stands at the path of the file.
    mkdirSync(at('recent-files.json'));
    chmodSync(at('recent-files.json'), 0o700);
    const recent = opened(warned);
    recent.add('/a.md');
    expect(recent.list()).toEqual(['/a.md']);
    expect(warned).toHaveLength(1);
    expect(() => readFileSync(at('recent-files.json.partial'))).toThrow();
  });
});
