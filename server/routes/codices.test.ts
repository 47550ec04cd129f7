import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteCategory } from '#shared/contract/categories.ts';
import { listCodices } from '#shared/contract/codices.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { tombstoneOf, updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const { push } = workspaceCalls(
  () => app,
  () => cookie,
);
const codices = async () => (await ask(app.http, listCodices, { cookie })).body;
const codex = { ...emptyCodex, voice: 'Dry.', forbiddenClaims: ['cures colds'] };

async function saved(categoryId: number, voice: string) {
  const document = openDocument({ id: codexDocumentId(categoryId), kind: 'codex' });
  typeCodex(document, { ...codex, voice }, String);
  saveCodex(document, 'a', { at: Date.parse('2026-11-01T10:00:00Z'), note: '' });
  await push(updateOf(document.id, document.encode(), 'codex'));
  return document;
}

test('codices are read from the documents, in the order of the categories, with what prompts are told', async () => {
  await saved(5, 'Warm.');
  const document = await saved(2, 'Dry.');
  expect(await codices()).toMatchObject([
    { category: { id: 2 }, fields: codex, savedAt: '2026-11-01T10:00:00.000Z', fault: null },
    { category: { id: 5 }, fields: { voice: 'Warm.' } },
  ]);
  expect((await codices())[0]?.text).toContain('Claims that must not be made:\n- cures colds');
  document.setText('voice', 'Dry. And half a w');
  await push(updateOf(document.id, document.encode(), 'codex'));
  expect((await codices())[0]?.fields.voice).toBe('Dry.');
});

test('a codex goes with its category and its document, and strangers see none', async () => {
  const document = await saved(2, 'Dry.');
  await saved(3, 'Dry.');
  await saved(999, 'Of nothing.');
  await ask(app.http, deleteCategory, { params: { id: 3 }, query: { moveTo: '2' }, cookie });
  expect((await codices()).map(({ category }) => category.id)).toEqual([2]);
  await push(tombstoneOf(document.id, document.stateVector(), 'codex'));
  expect(await codices()).toEqual([]);
  expect((await refused(app.http, listCodices)).code).toBe('unauthorized');
});

test('what is more than a codex may hold is told and not used', async () => {
  const document = openDocument({ id: codexDocumentId(4), kind: 'codex' });
  document.setField('state:a', { number: 1, at: 5, note: '', codex: { page: 'x'.repeat(1_000_000) } });
  document.setField('saved', 'a');
  await push(updateOf(document.id, document.encode(), 'codex'));
  expect(await codices()).toMatchObject([{ category: { id: 4 }, fields: emptyCodex, savedAt: null }]);
  expect((await codices())[0]?.fault).toContain('more than a codex may hold');
});
