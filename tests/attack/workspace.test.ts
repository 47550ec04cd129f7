import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createTestApp, SITE_ID, type TestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { fromBase64, openWriter, updateOf } from '#server/test-workspace.ts';
import { pullUpdates, pushUpdates, type WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { openDocument } from '#shared/workspace/document.ts';

// Abuse cases 44 and 45.

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const push = (...updates: WorkspaceUpdate[]) =>
  ask(app.http, pushUpdates, { cookie, body: { siteId: SITE_ID, updates } });
const pull = async () =>
  (await ask(app.http, pullUpdates, { cookie })).body.updates.flatMap(({ change }) =>
    change.type === 'update' ? [fromBase64(change.update)] : [],
  );

test('what a newer app keeps in a draft survives a server and an app that do not know it', async () => {
  const newer = new Y.Doc();
  newer.getMap('fields').set('title', 'Tea');
  newer.getMap('fields').set('aFieldOfLater', { nested: ['kept'] });
  newer.getMap('aMapOfLater').set('key', 'kept');
  newer.getText('text:aTextOfLater').insert(0, 'kept');
  await push(updateOf('draft:one', Y.encodeStateAsUpdate(newer)));

  // Today's app opens the draft, writes into it, and sends its edits back; a hundred of them make the server fold the
  // log.
  const older = openDocument({ id: 'draft:one', kind: 'draft' }, await pull());
  const edits: Uint8Array[] = [];
  older.onUpdate((update) => edits.push(update));
  for (let count = 0; count < 120; count += 1) older.setText('content', `${older.text('content')}x`);
  for (let at = 0; at < edits.length; at += 40) {
    await push(...edits.slice(at, at + 40).map((edit) => updateOf('draft:one', edit)));
  }

  const again = new Y.Doc();
  for (const update of await pull()) Y.applyUpdate(again, update);
  expect(again.getMap('fields').toJSON()).toMatchObject({ title: 'Tea', aFieldOfLater: { nested: ['kept'] } });
  expect(again.getMap('aMapOfLater').toJSON()).toEqual({ key: 'kept' });
  expect(again.getText('text:aTextOfLater').toJSON()).toBe('kept');
  expect(again.getText('text:content').toJSON()).toBe('x'.repeat(120));
});

test('a field of a call that the server does not know is dropped, and the call is answered', async () => {
  const update = openWriter().type('a');
  const sent = { siteId: SITE_ID, updates: [{ ...update, ofLater: true }], ofLater: { deep: [1] } };
  const { body } = await ask(app.http, pushUpdates, { cookie, body: sent });
  expect(body.stored).toMatchObject([{ id: update.id }]);
});

test('a thousand edits that waited for a network go out in one call, and say the same', async () => {
  const writer = openWriter();
  const updates = Array.from({ length: 1000 }, (_, count) => ({ ...writer.type(`${count} `), id: randomUUID() }));
  const { body } = await push(...updates);
  expect(body.stored).toHaveLength(1000);
  const reader = openDocument({ id: 'draft:one', kind: 'draft' }, await pull());
  expect(reader.text('content')).toBe(writer.text());
});
