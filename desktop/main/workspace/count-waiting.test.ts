import { expect, test } from 'vitest';
import { createWaitingSaves } from '#shared/admin/editor/index.ts';
import { waitingItems } from '#shared/admin/waiting/index.ts';
import { createWaitingActions } from '#shared/admin/waiting/waiting-actions.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { countWaitingPosts } from './count-waiting.ts';

test('what the admin lists as waiting is counted: neither what was sent nor what was taken back', async () => {
  const store = createMemoryStore();
  const [saves, actions] = [createWaitingSaves(store), createWaitingActions(store)];
  const counts = async () => [await countWaitingPosts(store), (await waitingItems({ store })).length];
  expect(await counts()).toEqual([0, 0]);
  const request = { intent: 'post', postId: null, version: null, base: null, values: newPostValues, key: 'a' } as const;
  const pending = { request, again: null, afterwards: null, earlier: null, isNew: true, isMerged: false };
  const save = { pending, fault: null, isTakenBack: false, since: 1 };
  await saves.keep('draft:new-a', save);
  await saves.keep('draft:new-b', { ...save, isTakenBack: true });
  await saves.keep('draft:new-c', { ...save, fault: { code: undefined, message: 'The slug is taken.', issues: [] } });
  const action = { type: 'change', version: 1, fields: { published: false }, before: { published: true } } as const;
  for (const id of ['a', 'b']) await actions.keep({ id, postId: 1, title: 'Tea', since: 1, action, fault: null });
  expect(await counts()).toEqual([4, 4]);
  await saves.drop('draft:new-a');
  await actions.drop('b');
  expect(await counts()).toEqual([2, 2]);
});
