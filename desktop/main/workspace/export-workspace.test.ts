import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromBase64 } from '#shared/workspace/base64.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { exportWorkspace } from './export-workspace.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  told = [];
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { now: () => Date.UTC(2026, 10, 20, 12) };
const PICTURE = { id: '11111111-2222-4333-8444-555555555555', name: '../Sea.PNG', body: new Uint8Array([1, 2, 3]) };
const options = (file: string | null) => ({
  pictures: [PICTURE],
  log,
  clock,
  dialogs: {
    chooseSave: async () => file,
    chooseOpen: async () => null,
    tell: async (message: string) => void told.push(message),
  },
});

/** Reads the files of an archive through its central directory, and checks each against its checksum. */
function unzip(file: string): Map<string, string> {
  const bytes = readFileSync(file);
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [sum, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset));
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)));
    expect([content.length, crc32(content)]).toEqual([size, sum]);
    files.set(name, content.toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30);
  }
  return files;
}

async function filledStore() {
  const store = createMemoryStore();
  const keep = async (document: WorkspaceDocument) => store.append(document, document.encode());
  for (const [unique, title] of [
    ['a', 'Grüße: an alle'],
    ['b', 'Grüße, an alle'],
  ] as const) {
    const draft = openNewDraft(newDraftId(unique));
    writeValues(draft, { title, slug: 'gruesse', content: '# Eins\n\n---\nZwei', tags: ['x'] });
    await keep(draft);
  }
  const prompt = openDocument({ id: 'prompt:3', kind: 'prompt' });
  prompt.setText('prompt', 'Say "it"');
  await keep(prompt);
  const gone = openDocument({ id: 'prompt:4', kind: 'prompt' });
  gone.setText('prompt', 'gone');
  await keep(gone);
  await store.remove({ id: gone.id, kind: 'prompt', seen: gone.stateVector(), at: 0 });
  return store;
}

test('everything that lives is in one archive: as JSON, as its updates, and drafts as Markdown', async () => {
  const file = path.join(folder, 'all.zip');
  expect(await exportWorkspace(await filledStore(), options(file))).toBe(file);
  const files = unzip(file);
  expect([...files.keys()].sort()).toEqual([
    'README.txt',
    'documents/draft/draft new-a.json',
    'documents/draft/draft new-b.json',
    'documents/prompt/prompt 3.json',
    'drafts/gruesse-2.md',
    'drafts/gruesse.md',
    `pictures/waiting-${PICTURE.id} Sea.PNG`,
  ]);
  expect(files.get('drafts/gruesse.md')).toMatch(
    /^---\ntitle: "?Grüße: an alle"?\n[\s\S]*---\n\n# Eins\n\n---\nZwei\n$/,
  );
  const kept = JSON.parse(files.get('documents/prompt/prompt 3.json') ?? '');
  expect(kept).toMatchObject({ id: 'prompt:3', kind: 'prompt', texts: { prompt: 'Say "it"' } });
  const again = openDocument({ id: 'prompt:3', kind: 'prompt' }, kept.updates.map(fromBase64));
  expect(again.text('prompt')).toBe('Say "it"');
  expect(readdirSync(folder)).toEqual(['all.zip']);
});

test('an archive that cannot be written leaves nothing and is told of', async () => {
  const store = await filledStore();
  expect(await exportWorkspace(store, options(path.join(folder, 'none', 'all.zip')))).toBeNull();
  store.fail(new Error('the disk'));
  expect(await exportWorkspace(store, options(path.join(folder, 'all.zip')))).toBeNull();
  expect(told).toHaveLength(2);
  mkdirSync(path.join(folder, 'taken.zip'));
  expect(await exportWorkspace(await filledStore(), options(path.join(folder, 'taken.zip')))).toBeNull();
  expect(readdirSync(folder)).toEqual(['taken.zip']);
});

test('who chooses no place gets no archive', async () => {
  expect(await exportWorkspace(await filledStore(), options(null))).toBeNull();
  expect(told).toEqual([]);
  expect(existsSync(path.join(folder, 'all.zip'))).toBe(false);
});
