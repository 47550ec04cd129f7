import { expect, test } from 'vitest';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import type { SaveFault } from '../editor/index.ts';
import type { QueueItem } from './send-queue.ts';
import { describeItem, picturesOf } from './waiting-text.ts';

const since = Date.UTC(2026, 2, 1, 12);
const facts = { now: since + 60_000, isOnline: true, isSignedIn: true, isBehind: false, hasPictures: false };
const later = '2026-03-02T09:00:00.000Z';

function save(values: Partial<PostValues>, base: Partial<PostValues> | null = null, fault: SaveFault | null = null) {
  const request = {
    ...({ intent: 'post', postId: base && 1, version: base && 1, key: null } as const),
    base: base && { ...newPostValues, ...base },
    values: { ...newPostValues, ...values },
  };
  const pending = { request, again: null, afterwards: null, earlier: null, isNew: base === null, isMerged: false };
  const item: QueueItem = {
    ...{ type: 'save', id: 'draft:new-1', postId: base && 1, since },
    save: { pending, fault, isTakenBack: false, since },
  };
  return item;
}

test.each([
  [save({ published: true }), 'Publish'],
  [save({ published: true, publishedAt: later }), /^Go live on \d+ Mar 2026, \d\d:00$/],
  [save({ published: true }, { published: true }), 'Update the live post'],
  [save({ published: false }, { published: true }), 'Take offline'],
  [save({ published: false }), 'Save'],
])('the list says what was asked for: %#', (item, what) => {
  expect(describeItem(item, facts).what).toMatch(what);
});

const earlier = '2026-02-01T09:00:00.000Z';
test.each([
  [{ published: true }, { published: false }, 'Publish'],
  [{ published: false }, { published: true }, 'Take offline'],
  [{ published: true, publishedAt: later }, { published: false }, /^Go live on \d+ Mar 2026/],
  [{ published: true, publishedAt: earlier }, { published: false }, 'Publish'],
  [{ published: true, publishedAt: earlier }, { published: true }, /^Change the date to \d+ Feb 2026/],
  [{ published: false, publishedAt: null }, { published: true, publishedAt: later }, 'Take offline'],
])('of a post without its form too: %o', (fields, before, what) => {
  const action = { type: 'change', version: 1, fields, before } as const;
  const asked = { id: 'a', postId: 1, title: 'Post', since, action, fault: null };
  expect(describeItem({ type: 'action', id: 'a', postId: 1, since, action: asked }, facts).what).toMatch(what);
});

test.each([
  [{ isOnline: false }, /^No connection/],
  [{ isSignedIn: false }, /^Nobody is signed in/],
  [{ isBehind: true }, /goes first/],
  [{ hasPictures: true }, /^Its pictures go first/],
  [{ isOnline: false, hasPictures: true }, /^No connection/],
  [{}, /^The server is busy/],
])('it says why it waits: %o', (more, why) => {
  expect(describeItem(save({ published: true }), { ...facts, ...more })).toMatchObject({
    why: expect.stringMatching(why),
    asks: null,
  });
});

test.each([
  ['post_conflict', /Open it to bring both together/],
  ['post_not_found', /save it as a new one/],
  ['content_too_complex', /^Too large to be sent: Words of the server$/],
  ['slug_taken', /^Refused by the server: Words of the server$/],
] as const)('what was refused says why: %s', (code, why) => {
  const item = save({}, {}, { code, message: 'Words of the server', issues: [] });
  expect(describeItem(item, facts)).toMatchObject({ asks: 'refused', why: expect.stringMatching(why) });
});

test.each([
  ['post_conflict', /^It was changed elsewhere since/],
  ['post_not_found', /out of the bin\.$/],
] as const)('a button that was refused is not told to merge words it has not: %s', (code, why) => {
  const action = { type: 'change', version: 1, fields: { published: false }, before: { published: true } } as const;
  const fault = { code, message: 'Words of the server', issues: [] };
  const asked = { ...{ id: 'a', postId: 1, title: 'Tea', since }, action, fault };
  const item: QueueItem = { type: 'action', id: 'a', postId: 1, since, action: asked };
  expect(describeItem(item, facts)).toMatchObject({ asks: 'refused', why: expect.stringMatching(why) });
});

test('the pictures it names are known, of a save and of a pending change', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const address = waitingPictureAddress(id);
  expect(picturesOf(save({ content: `![](${address})`, featuredImage: address }))).toEqual([id]);
  const action = { type: 'keep-pending', body: { featuredImage: address }, dueAt: null } as const;
  const asked = { id: 'a', postId: 1, title: 'Post', since, action, fault: null };
  expect(picturesOf({ type: 'action', id: 'a', postId: 1, since, action: asked })).toEqual([id]);
  expect(picturesOf(save({ content: '![](/uploads/0123.jpg)' }))).toEqual([]);
});

test('a time that passed is asked about, one that the server knows of is not', () => {
  const now = { ...facts, now: Date.parse(later) + 1 };
  const scheduled = { published: true, publishedAt: later };
  expect(describeItem(save(scheduled), now)).toMatchObject({ asks: 'overdue' });
  expect(describeItem(save(scheduled, scheduled), now).asks).toBeNull();
});
