import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { compareWorkspace, pushUpdates, type WorkspaceCursor } from '#shared/contract/workspace.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, SITE_ID, type TestApp } from '../test-app.ts';
import { refused } from '../test-call.ts';
import { fromBase64, openWriter, toBase64, updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let app: TestApp;
let cookie: string;
sharedByFile(
  async () => {
    app = await createTestApp();
    cookie = await app.signIn();
  },
  () => app.close(),
);
/** Empties the log, so that it gives its first place again. */
beforeEach(() => {
  app.database.sqlite.exec("delete from workspace_docs; delete from sqlite_sequence where name = 'workspace_updates'");
});

const { push, pull, compare, refusedPush, refusedPull, textOf } = workspaceCalls(
  () => app,
  () => cookie,
);

describe('pushing and pulling', () => {
  test('an empty log has no cursor', async () => {
    expect(await pull()).toEqual({ siteId: SITE_ID, updates: [], cursor: null, more: false });
    expect(await compare()).toEqual({ siteId: SITE_ID, cursor: null, documents: [], next: null });
  });

  test('what was pushed comes back as it was, in its order, with its place', async () => {
    const writer = openWriter();
    const updates = [writer.type('one '), writer.type('two'), writer.remove()];
    const stored = await push(...updates);
    expect(stored.map(({ id }) => id)).toEqual(updates.map(({ id }) => id));
    const pulled = await pull();
    expect(pulled.updates.map(({ change }) => change)).toEqual(updates);
    expect(pulled.updates.map(({ seq }) => seq)).toEqual(stored.map(({ seq }) => seq));
    expect(pulled).toMatchObject({ cursor: { siteId: SITE_ID, seq: stored.at(-1)?.seq }, more: false });
  });

  test('a cursor gives what came behind it, to the very update', async () => {
    const writer = openWriter();
    const updates = [writer.type('a'), writer.type('b'), writer.type('c')];
    await push(...updates);
    let cursor: WorkspaceCursor | null = null;
    for (let index = 0; index < updates.length; index += 1) {
      const { updates: rest } = await pull(cursor);
      expect(rest.map(({ change }) => change)).toEqual(updates.slice(index));
      ({ cursor } = await pull(cursor, 1));
    }
  });

  test('pages lead through the whole log, each update once', async () => {
    const writer = openWriter();
    const updates = Array.from({ length: 7 }, (_, index) => writer.type(`${index} `));
    await push(...updates);
    const found: string[] = [];
    let cursor: WorkspaceCursor | null = null;
    for (let more = true; more; ) {
      const page = await pull(cursor, 3);
      found.push(...page.updates.map(({ change }) => change.id));
      ({ cursor, more } = page);
    }
    expect(found).toEqual(updates.map(({ id }) => id));
    expect(await pull(cursor)).toMatchObject({ updates: [], cursor, more: false });
  });

  test('an update sent again, alone, among others or twice at once, is stored once and keeps its place', async () => {
    const writer = openWriter();
    const [first, second] = [writer.type('one '), writer.type('two')];
    const [place] = await push(first);
    expect(await push(first)).toEqual([place]);
    expect(await push(second, first, second)).toEqual([
      { id: second.id, seq: expect.any(Number) },
      place,
      { id: second.id, seq: expect.any(Number) },
    ]);
    await Promise.all([push(first, second), push(second, first)]);
    expect((await pull()).updates).toHaveLength(2);
    expect(await textOf()).toBe('one two');
  });

  test('updates that come in another order than they were made say the same', async () => {
    const writer = openWriter();
    const updates = [writer.type('one '), writer.type('two '), writer.type('three')];
    await push(...updates.toReversed());
    expect(await textOf()).toBe('one two three');
  });

  test('two devices that wrote at once end with the same text, whoever pushed first', async () => {
    const here = openWriter();
    await push(here.type('both '));
    const there = openWriter();
    there.take((await pull()).updates);
    const { cursor } = await pull();
    await push(there.type('there '));
    await push(here.type('here '));
    const { updates } = await pull(cursor);
    here.take(updates);
    there.take(updates);
    expect(here.text()).toBe(there.text());
    expect(here.text()).toMatch(/^both (there here|here there) $/);
  });

  test('a thousand updates are one push, and more are refused', async () => {
    const writer = openWriter();
    const updates = Array.from({ length: 1001 }, () => writer.type('x'));
    expect(await push(...updates.slice(0, 1000))).toHaveLength(1000);
    const { cursor } = await pull();
    expect(await refusedPush(...updates)).toMatchObject({ code: 'invalid_input' });
    expect((await pull()).cursor).toEqual(cursor);
    expect(await textOf()).toBe('x'.repeat(1000));
  });

  test('a push that fails half-way has stored nothing', async () => {
    const writer = openWriter();
    const [first, second] = [writer.type('one '), writer.type('two')];
    app.database.sqlite.exec(`create trigger half_way before insert on workspace_updates
      when new.id = '${second.id}' begin select raise(abort, 'broken disk'); end`);
    expect(await refusedPush(first, second)).toMatchObject({ code: 'internal' });
    expect((await pull()).updates).toEqual([]);
    app.database.sqlite.exec('drop trigger half_way');
    await push(first, second);
    expect(await textOf()).toBe('one two');
  });
});

describe('a cursor the log does not hold is answered 410', () => {
  test('whatever is wrong with it', async () => {
    const update = openWriter().type('x');
    await push(update);
    const { cursor } = await pull();
    expect(await pull(cursor)).toMatchObject({ updates: [] });
    for (const wrong of [
      { siteId: 'another-site' },
      { seq: '99' },
      { seq: '0' },
      { id: randomUUID() },
      { id: update.id },
    ]) {
      expect(await refusedPull({ ...cursor, seq: String(cursor?.seq), ...wrong })).toMatchObject({
        status: 410,
        code: 'cursor_unknown',
      });
    }
  });

  test('half a cursor is none', async () => {
    expect(await refusedPull({ siteId: SITE_ID, seq: '1' })).toMatchObject({ code: 'invalid_input' });
  });

  test('a push that means another site is refused and stores nothing', async () => {
    const body = { siteId: 'another-site', updates: [openWriter().type('x')] };
    expect(await refused(app.http, pushUpdates, { cookie, body })).toMatchObject({
      status: 410,
      code: 'cursor_unknown',
    });
    expect((await pull()).updates).toEqual([]);
  });

  test('an emptied database knows no cursor', async () => {
    await push(openWriter().type('x'));
    const { cursor } = await pull();
    app.database.sqlite.exec('delete from workspace_docs');
    expect(await refusedPull({ ...cursor, seq: String(cursor?.seq) })).toMatchObject({ code: 'cursor_unknown' });
    // The cursor stays unknown also when its place is given again, to another update.
    app.database.sqlite.exec("delete from sqlite_sequence where name = 'workspace_updates'");
    const [place] = await push(openWriter('draft:other').type('y'));
    expect(place?.seq).toBe(cursor?.seq);
    expect(await refusedPull({ ...cursor, seq: String(cursor?.seq) })).toMatchObject({ code: 'cursor_unknown' });
  });

  test('the same update at the same place is no cursor where other updates stand before it', async () => {
    const empty = () => {
      app.database.sqlite.exec(
        "delete from workspace_docs; delete from sqlite_sequence where name = 'workspace_updates'",
      );
    };
    const [first, again] = [openWriter('draft:first').type('lost'), openWriter('draft:again').type('pushed twice')];
    await push(first, again);
    const { cursor } = await pull();
    empty();
    const [, place] = await push(openWriter('draft:other').type('instead'), again);
    expect(place).toEqual({ id: again.id, seq: cursor?.seq });
    expect(await refusedPull({ ...cursor, seq: String(cursor?.seq) })).toMatchObject({ code: 'cursor_unknown' });
  });

  test('an older copy knows the cursors of its time and no later ones', async () => {
    const writer = openWriter();
    await push(writer.type('one '));
    const { cursor: older } = await pull();
    const file = `${app.folder}/copy.db`;
    app.database.sqlite.prepare('vacuum into ?').run(file);
    await push(writer.type('two'));
    const { cursor: later } = await pull();
    app.database.sqlite.exec(`attach '${file}' as copy; delete from workspace_docs;
      insert into workspace_docs select * from copy.workspace_docs;
      insert into workspace_updates select * from copy.workspace_updates;
      update sqlite_sequence set seq = 1 where name = 'workspace_updates'; detach copy`);
    expect(await pull(older)).toMatchObject({ updates: [], cursor: older });
    expect(await refusedPull({ ...later, seq: String(later?.seq) })).toMatchObject({ code: 'cursor_unknown' });
  });
});

describe('comparing', () => {
  test('tells what the device lacks, and what it need not push', async () => {
    const writer = openWriter();
    await push(writer.type('one '));
    const device = openWriter('draft:one', [writer.document.encode()]);
    await push(writer.type('two'));
    await push(openWriter('draft:new').type('new'));
    const vector = toBase64(device.document.stateVector());
    const answer = await compare([
      { documentId: 'draft:one', vector },
      { documentId: 'draft:only-here', vector },
    ]);
    expect(answer.cursor).toEqual((await pull()).cursor);
    expect(answer.documents.map(({ documentId, kind, deleted }) => [documentId, kind, deleted])).toEqual([
      ['draft:new', 'draft', []],
      ['draft:one', 'draft', []],
    ]);
    const [other, one] = answer.documents;
    device.document.apply(fromBase64(one?.update ?? ''));
    expect(device.text()).toBe('one two');
    expect(one?.vector).toBe(toBase64(writer.document.stateVector()));
    const fresh = openWriter('draft:new', [fromBase64(other?.update ?? '')]);
    expect(fresh.text()).toBe('new');
    const after = await compare([{ documentId: 'draft:one', vector: toBase64(device.document.stateVector()) }]);
    expect(after.documents[1]).toMatchObject({ documentId: 'draft:one', update: null });
  });

  test('what lies behind a gap counts as not there', async () => {
    const writer = openWriter();
    const [first, second, third] = [writer.type('one '), writer.type('two '), writer.type('three')];
    await push(first, third);
    const [found] = (await compare([{ documentId: 'draft:one', vector: toBase64(writer.document.stateVector()) }]))
      .documents;
    const lacking = writer.document.encode(fromBase64(found?.vector ?? ''));
    await push(updateOf('draft:one', lacking));
    expect(await textOf()).toBe('one two three');
    await push(second);
    expect(await textOf()).toBe('one two three');
  });

  test('pages lead through all documents', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => `draft:${String(index).padStart(4, '0')}`);
    await push(...ids.map((id) => openWriter(id).type(id)));
    const first = await compare();
    expect(first.documents.map(({ documentId }) => documentId)).toEqual(ids.slice(0, 500));
    expect(first.next).toBe(ids[499]);
    const second = await compare([], first.next ?? '');
    expect(second).toMatchObject({ documents: [{ documentId: ids[500] }], next: null });
  });

  test('what is no state vector is refused', async () => {
    await push(openWriter().type('x'));
    const body = { documents: [{ documentId: 'draft:one', vector: toBase64(new Uint8Array([200, 1])) }] };
    expect(await refused(app.http, compareWorkspace, { cookie, body })).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'documents.0.vector' }],
    });
  });
});
