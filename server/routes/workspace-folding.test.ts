import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkspaceCursor, WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { openWriter, toBase64 } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const { push, pull, compare } = workspaceCalls(
  () => app,
  () => cookie,
);

const kept = () =>
  app.database.sqlite.prepare('select count(*) from workspace_updates where data is not null').pluck().get();

test('a hundred updates of a document become one by themselves, and no word changes', async () => {
  const writer = openWriter();
  for (let index = 0; index < 100; index += 1) await push(writer.type(`${index} `));
  await expect.poll(kept).toBe(1);
  const reader = openWriter();
  reader.take((await pull()).updates);
  expect(reader.text()).toBe(writer.text());
});

test('whatever cursor a device has, it gets what it lacks, and its cursor stays known', async () => {
  const writers = [openWriter(), openWriter('draft:two')];
  const devices: { cursor: WorkspaceCursor | null; known: WorkspaceUpdate[] }[] = [{ cursor: null, known: [] }];
  const pushed: WorkspaceUpdate[] = [];
  for (let index = 0; index < 12; index += 1) {
    const [writer] = writers.splice(index % 2, 1);
    if (!writer) throw new Error('No writer');
    writers.splice(index % 2, 0, writer);
    const update = writer.type(`${index} `);
    pushed.push(update);
    await push(update);
    if (index === 5) await app.services.workspace.fold('draft:one');
    devices.push({ cursor: (await pull()).cursor, known: [...pushed] });
  }
  await app.services.workspace.fold('draft:one');
  await app.services.workspace.fold('draft:two');
  expect(kept()).toBe(2);
  for (const { cursor, known } of devices) {
    const readers = [openWriter(), openWriter('draft:two')];
    let at = cursor;
    const pages = [];
    for (let more = true; more; ) {
      const page = await pull(at, 1);
      pages.push(...page.updates);
      ({ cursor: at, more } = page);
    }
    for (const reader of readers) {
      reader.take([...known.map((change) => ({ seq: 0, createdAt: '', change })), ...pages]);
    }
    expect(readers.map((reader) => reader.text())).toEqual(writers.map((writer) => writer.text()));
    expect(at).toEqual((await pull()).cursor);
  }
});

test('a device at the end of the log gets nothing again because of folding', async () => {
  const writer = openWriter();
  await push(writer.type('one '), writer.type('two'));
  const { cursor } = await pull();
  await app.services.workspace.fold('draft:one');
  expect(await pull(cursor)).toMatchObject({ updates: [], cursor });
});

test('an update that was folded is still known, and is not stored again', async () => {
  const writer = openWriter();
  const updates = [writer.type('one '), writer.type('two')];
  const stored = await push(...updates);
  await app.services.workspace.fold('draft:one');
  expect(await push(...updates)).toEqual(stored);
  expect(kept()).toBe(1);
});

test('what lies behind a gap outlives folding', async () => {
  const writer = openWriter();
  const [first, second, third] = [writer.type('one '), writer.type('two '), writer.type('three')];
  await push(first, third);
  await app.services.workspace.fold('draft:one');
  await push(second);
  await app.services.workspace.fold('draft:one');
  const reader = openWriter();
  reader.take((await pull()).updates);
  expect(reader.text()).toBe('one two three');
});

test('a deletion weighs the same before and after folding', async () => {
  const writer = openWriter();
  await push(writer.type('one '), writer.type('two'));
  const tombstone = writer.remove();
  await app.services.workspace.fold('draft:one');
  await push(tombstone);
  expect((await compare()).documents[0]?.deleted).toEqual([toBase64(writer.document.stateVector())]);
  await push(writer.type(' three'));
  await app.services.workspace.fold('draft:one');
  expect((await compare()).documents[0]?.deleted).toEqual([]);
});

test('what is pushed while a document is folded is kept', async () => {
  const writer = openWriter();
  await push(writer.type('one '), writer.type('two '));
  await Promise.all([
    app.services.workspace.fold('draft:one'),
    push(writer.type('three ')),
    app.services.workspace.fold('draft:one'),
    push(writer.type('four')),
  ]);
  const reader = openWriter();
  reader.take((await pull()).updates);
  expect(reader.text()).toBe('one two three four');
});

test('large documents are folded in a thread', async () => {
  const writer = openWriter();
  for (let index = 0; index < 4; index += 1) await push(writer.type('x'.repeat(20_000)));
  await app.services.workspace.fold('draft:one');
  expect(kept()).toBe(1);
  const reader = openWriter();
  reader.take((await pull()).updates);
  expect(reader.text()).toBe('x'.repeat(80_000));
});
