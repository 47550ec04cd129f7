import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BIN_KEEPS } from '#shared/kernel/bin.ts';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { fromBase64 } from '#shared/workspace/base64.ts';
import { openNewDraft, openStoredDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { openPictureFile, type PictureFile } from './picture-file.ts';
import { createPictureUses } from './picture-uses.ts';

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { time: 1_000, now: () => clock.time };
const DAY = 24 * 60 * 60 * 1000;
const [ONE, TWO] = ['11111111-2222-4333-8444-555555555555', 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'] as const;

let folder: string;
let documents: SqliteStore;
let pictures: PictureFile;
let run: (() => void)[];
/** The ids of the documents that were read, in order. */
let loaded: string[];
const uses = () =>
  createPictureUses({
    ...{ pictures, clock, log, onRemoved: () => {} },
    documents: {
      list: documents.list,
      load(id) {
        loaded.push(id);
        return documents.load(id);
      },
    },
    append: ({ document, update }) => documents.append(document, fromBase64(update)),
    timers: {
      after(_milliseconds, due) {
        run.push(due);
        return () => {};
      },
    },
  });
const ids = () => pictures.all().map(({ id }) => id);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-uses-'));
  ({ store: documents } = openSqliteStore({ file: path.join(folder, 'w.sqlite'), clock }));
  pictures = openPictureFile({ file: path.join(folder, 'p.sqlite'), clock, log });
  run = [];
  loaded = [];
  for (const id of [ONE, TWO]) pictures.keep({ id, name: 'a.png', type: 'image/png', body: new Uint8Array([1]) });
});
afterEach(() => {
  documents.close();
  pictures.close();
  rmSync(folder, { recursive: true });
});

test('a picture that a draft named goes when nothing has named it for as long as the bin keeps a draft; one of the library stays', async () => {
  const draft = openNewDraft('draft:new-1');
  writeValues(draft, { content: `![](${waitingPictureAddress(ONE)})` });
  await documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  const watch = uses();
  watch.note(draft.id, draft.encode());
  for (const due of run.splice(0)) due();
  await watch.sweep();
  expect(pictures.find(ONE)?.namedAt).toBe(clock.time);

  clock.time += BIN_KEEPS + DAY;
  await watch.sweep();
  expect(ids()).toEqual([ONE, TWO]);

  await documents.remove({ id: draft.id, kind: 'draft', seen: draft.stateVector(), at: clock.time });
  clock.time += BIN_KEEPS - DAY;
  await watch.sweep();
  expect(ids()).toEqual([ONE, TWO]);
  clock.time += 2 * DAY;
  await watch.sweep();
  expect(ids()).toEqual([TWO]);
  await watch.stop();
});

test('the address of a picture that was sent is known for as long as something may still ask for it', async () => {
  pictures.sent(ONE, '/uploads/one.jpg');
  pictures.placed(ONE);
  expect([pictures.body(ONE), pictures.find(ONE)?.url]).toEqual([null, '/uploads/one.jpg']);
  const watch = uses();
  clock.time += BIN_KEEPS - DAY;
  await watch.sweep();
  expect(ids()).toEqual([ONE, TWO]);
  clock.time += 2 * DAY;
  await watch.sweep();
  expect(ids()).toEqual([TWO]);
});

test('a draft that gets the local address when the picture has been sent gets the server’s, each time anew', async () => {
  pictures.sent(ONE, '/uploads/one.jpg');
  pictures.placed(ONE);
  const draft = openNewDraft('draft:new-1');
  const watch = uses();
  const write = async (content: string) => {
    const seen = draft.stateVector();
    writeValues(draft, { content });
    const update = draft.encode(seen);
    await documents.append({ id: draft.id, kind: 'draft' }, update);
    watch.note(draft.id, update);
    for (const due of run.splice(0)) due();
  };
  const text = async () => openStoredDraft(draft.id, await documents.load(draft.id)).text('content');
  await write(`![the sea](${waitingPictureAddress(ONE)})`);
  await expect.poll(text, { timeout: 60_000 }).toBe('![the sea](/uploads/one.jpg)');
  for (const update of await documents.load(draft.id)) draft.apply(update);
  await write(`![the sea](/uploads/one.jpg) ![](${waitingPictureAddress(ONE)})`);
  await expect.poll(text, { timeout: 60_000 }).toBe('![the sea](/uploads/one.jpg) ![](/uploads/one.jpg)');

  // Of further typing only the update is searched; the draft is not read.
  for (const update of await documents.load(draft.id)) draft.apply(update);
  loaded = [];
  await write(`${draft.text('content')} and what is typed on, long as it may be`);
  expect(run).toEqual([]);
  await watch.stop();
  expect(loaded).toEqual([]);
});

test('of a damaged file the pictures that are whole are kept, each as it was, and those between are not', () => {
  const [THREE, FOUR] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const;
  const bodies = [ONE, TWO, THREE, FOUR].map((id, index) => ({ id, body: new Uint8Array(60_000).fill(index + 1) }));
  for (const { id } of bodies) pictures.remove(id);
  for (const { id, body } of bodies) pictures.keep({ id, name: `${id}.png`, type: 'image/png', body });
  pictures.describe(FOUR, { alt: 'The sea' });
  pictures.sent(ONE, '/uploads/one.jpg');
  pictures.placed(ONE);
  const before = pictures.all();
  pictures.close();
  const file = path.join(folder, 'p.sqlite');
  const bytes = readFileSync(file);
  // Pages in the middle of this one picture, which hold no part of another.
  const at = bytes.indexOf(new Uint8Array(2000).fill(3)) + 8192;
  bytes.fill(0xa5, at, at + 8192);
  writeFileSync(file, bytes);

  pictures = openPictureFile({ file, clock, log });
  expect(pictures.all()).toEqual(before.filter(({ id }) => id !== THREE));
  expect([ONE, TWO, FOUR].map((id) => pictures.body(id)?.[59_999])).toEqual([undefined, 2, 4]);
  expect(pictures.notice()).toContain('2 pictures could be read and are here.');
});

test('one that takes the place of another that waits is seen by what of its address is new', async () => {
  pictures.sent(TWO, '/uploads/two.jpg');
  pictures.placed(TWO);
  const draft = openNewDraft('draft:new-1');
  writeValues(draft, { content: `![](${waitingPictureAddress(ONE)})` });
  await documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  const seen = draft.stateVector();
  writeValues(draft, { content: `![](${waitingPictureAddress(TWO)})` });
  const update = draft.encode(seen);
  await documents.append({ id: draft.id, kind: 'draft' }, update);
  const watch = uses();
  watch.note(draft.id, update);
  for (const due of run.splice(0)) due();
  const text = async () => openStoredDraft(draft.id, await documents.load(draft.id)).text('content');
  await expect.poll(text, { timeout: 60_000 }).toBe('![](/uploads/two.jpg)');
  await watch.stop();
});
