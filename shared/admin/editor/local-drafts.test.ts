import { expect, test } from 'vitest';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { discardDraft, newDraftId, openNewDraft, openStoredDraft } from '#shared/workspace/post-draft.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { canKeep, emptyOldBin, localDrafts, purgeOldDrafts } from './local-drafts.ts';

const day = 24 * 60 * 60 * 1000;

test('what was given up is forgotten after 30 days, and what is unsaved never', async () => {
  const store = createMemoryStore();
  const draft = (name: string) => {
    const document = openNewDraft(newDraftId(name));
    document.setText('title', name);
    return document;
  };
  const [givenUp, unsaved] = [draft('given up'), draft('unsaved')];
  for (const document of [givenUp, unsaved]) await store.append(document, document.encode());
  await store.remove(tombstoneOf(givenUp, 5 * day));

  const titleOf = async (id: string) => openStoredDraft(id, await store.load(id)).text('title');
  await purgeOldDrafts({ store, clock: { now: () => 34 * day } });
  expect(await titleOf(givenUp.id)).toBe('given up');
  await purgeOldDrafts({ store, clock: { now: () => 36 * day } });
  expect(await titleOf(givenUp.id)).toBe('');
  expect(await titleOf(unsaved.id)).toBe('unsaved');
});

test('what was discarded is in the bin for 30 days, then it goes and its words are forgotten', async () => {
  const store = createMemoryStore();
  const document = openNewDraft(newDraftId('discarded'));
  document.setText('title', 'Discarded');
  discardDraft(document, 5 * day);
  await store.append(document, document.encode());
  expect(await localDrafts(store)).toMatchObject({ unsaved: [], binned: [{ postId: null }] });

  const after = async (days: number) => {
    const ports = { store, clock: { now: () => days * day } };
    const left = await emptyOldBin(ports, await localDrafts(store));
    await purgeOldDrafts(ports);
    return left;
  };
  expect(await after(34)).toHaveLength(1);
  expect((await localDrafts(store)).binned).toHaveLength(1);
  expect(await after(36)).toEqual([]);
  expect(await localDrafts(store)).toEqual({ unsaved: [], binned: [] });
  expect(openStoredDraft(document.id, await store.load(document.id)).text('title')).toBe('');
});

test('a computer that keeps nothing is known before anything is typed, and hinders nothing', async () => {
  const store = createMemoryStore();
  expect(await canKeep(store)).toBe(true);
  store.fail(new Error('Blocked'));
  expect(await canKeep(store)).toBe(false);
  await expect(purgeOldDrafts({ store, clock: { now: () => 0 } })).resolves.toBeUndefined();
});
