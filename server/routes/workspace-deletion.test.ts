import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { openWriter, toBase64, updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const { push, pull, compare, refusedPush, textOf } = workspaceCalls(
  () => app,
  () => cookie,
);

describe('a document is deleted exactly when a tombstone covers all of it', () => {
  const deleted = async () => (await compare()).documents.map((document) => document.deleted.length);

  test('whichever comes first, the update the deleter had seen or the deletion', async () => {
    const writer = openWriter();
    const [update, tombstone] = [writer.type('gone'), writer.remove()];
    await push(tombstone);
    expect(await deleted()).toEqual([1]);
    await push(update);
    expect(await deleted()).toEqual([1]);
  });

  test('whichever comes first, the edit the deleter had not seen or the deletion', async () => {
    const writer = openWriter();
    await push(writer.type('seen '));
    const tombstone = writer.remove();
    const edit = writer.type('unseen');
    await push(edit);
    await push(tombstone);
    expect(await deleted()).toEqual([0]);
    expect(await textOf()).toBe('seen unseen');
    const other = openWriter('draft:two');
    const early = other.type('seen ');
    const removal = other.remove();
    await push(early, removal);
    expect(await deleted()).toEqual([0, 1]);
    await push(other.type('unseen'));
    expect(await deleted()).toEqual([0, 0]);
    expect(await textOf('draft:two')).toBe('seen unseen');
  });

  test('of two deleters who had seen different edits neither alone speaks for both', async () => {
    const first = openWriter();
    const base = first.type('base ');
    const second = openWriter('draft:one', [first.document.encode()]);
    const [a, b] = [first.type('a'), second.type('b')];
    await push(base, first.remove(), second.remove());
    expect(await deleted()).toEqual([2]);
    await push(a);
    expect(await deleted()).toEqual([1]);
    await push(b);
    expect(await deleted()).toEqual([0]);
    expect(await textOf()).toMatch(/^base (ab|ba)$/);
  });

  test('a deleter who had seen what another had takes its place', async () => {
    const writer = openWriter();
    await push(writer.type('one '), writer.remove());
    await push(writer.type('two'), writer.remove(), writer.remove());
    expect(await deleted()).toEqual([1]);
    expect((await pull()).updates.filter(({ change }) => change.type === 'delete')).toHaveLength(1);
  });

  test('a device whose tombstone arrived with nothing else, and one that had all of it, are told the same', async () => {
    const writer = openWriter();
    await push(writer.remove());
    expect(await deleted()).toEqual([1]);
    expect((await pull()).updates.map(({ change }) => change.type)).toEqual(['delete']);
  });
});

describe('ninety days after its deletion the server forgets a document', () => {
  const setUp = async () => {
    const writer = openWriter();
    await push(writer.type('long ago '));
    const asleep = openWriter('draft:one', [writer.document.encode()]);
    await push(writer.remove());
    await push(openWriter('draft:two').type('stays'));
    app.clock.advance(91 * DAY);
    await sweep(app.database.db, app.clock.now());
    return asleep;
  };
  /** Signs in again: the former session has expired when the clock was moved. */
  const signInAgain = async () => {
    cookie = await app.signIn();
  };

  test('its tombstone and its place stay', async () => {
    await push(openWriter('draft:zero').type('x'));
    const { cursor } = await pull();
    await setUp();
    await signInAgain();
    const { updates } = await pull(cursor);
    expect(updates.map(({ change }) => [change.documentId, change.type])).toEqual([
      ['draft:one', 'delete'],
      ['draft:two', 'update'],
    ]);
    const [one] = (await compare()).documents;
    expect(one).toMatchObject({ documentId: 'draft:one', update: null, vector: toBase64(new Uint8Array([0])) });
    expect(one?.deleted).toHaveLength(1);
  });

  test('a device that wrote meanwhile is asked for all of it, and then it is there again', async () => {
    const asleep = await setUp();
    await signInAgain();
    const edit = asleep.type('and now');
    expect(await refusedPush(edit)).toMatchObject({ code: 'cursor_unknown' });
    await push(updateOf('draft:one', asleep.document.encode()), edit);
    expect(await textOf()).toBe('long ago and now');
    expect((await compare()).documents[0]?.deleted).toEqual([]);
  });

  test('a device that has forgotten it as well is not asked twice', async () => {
    const asleep = await setUp();
    await signInAgain();
    const edit = asleep.type('and now');
    await refusedPush(edit);
    await push(edit);
    expect((await compare()).documents[0]?.deleted).toEqual([]);
  });

  test('what comes late and changes nothing is not kept', async () => {
    const asleep = await setUp();
    await signInAgain();
    await push(updateOf('draft:one', asleep.document.encode()));
    expect((await compare()).documents[0]).toMatchObject({ update: null });
  });
});
