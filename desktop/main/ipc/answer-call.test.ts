import { expect, test } from 'vitest';
import { answerCall, type Caller, isOurPage } from './answer-call.ts';

const ours: Caller = { contentsId: 1, url: 'app://ninefold/admin', isMainFrame: true };
const lines: string[] = [];
const keep = (message: string) => void lines.push(message);
const log = { file: '', info: keep, warn: keep, error: keep };
const call = (args: unknown[], caller = ours) =>
  answerCall('store.list', ({ kind }) => [`${kind}:1`], { caller, args, log });

test('our page is answered', async () => {
  expect(await call([{ kind: 'draft' }])).toEqual(['draft:1']);
});

test.each([
  ['a page in a frame', { ...ours, isMainFrame: false }],
  ['a page of the server', { ...ours, url: 'app://site/' }],
  ['a frame that is gone', { ...ours, url: null }],
  ['the web', { ...ours, url: 'https://ninefold/' }],
  ['a file', { ...ours, url: 'file:///app://ninefold/' }],
  ['a name before the host', { ...ours, url: 'app://ninefold@evil/' }],
  ['a longer host', { ...ours, url: 'app://ninefold.evil/' }],
  ['a port', { ...ours, url: 'app://ninefold:1/' }],
  ['nothing', { ...ours, url: 'about:blank' }],
])('%s is refused', async (_what, caller) => {
  expect(isOurPage(caller)).toBe(false);
  await expect(call([{ kind: 'draft' }], caller)).rejects.toThrow('refused');
});

test.each([
  [[]],
  [[null]],
  [['draft']],
  [[{ kind: 'other' }]],
  [[{ kind: 'draft', more: 1 }]],
  [[{ kind: 'draft' }, 1]],
])('input %j is refused', async (args) => {
  await expect(call(args)).rejects.toThrow('refused');
});

test('what a handler fails with, or answers against its schema, stays in the log', async () => {
  const options = { caller: ours, args: [{ kind: 'draft' }], log };
  const failing = answerCall('store.list', () => Promise.reject(new Error('/home/me/secret')), options);
  await expect(failing).rejects.toThrow(/^failed$/);
  const full = Object.assign(new Error('ENOSPC, write /home/me/secret'), { code: 'ENOSPC' });
  await expect(answerCall('store.list', () => Promise.reject(full), options)).rejects.toThrow(/^disk-full$/);
  const wrong = answerCall('store.list', () => ['not an id!'], options);
  await expect(wrong).rejects.toThrow(/^failed$/);
  expect(lines.at(-1)).toBe('Failed: store.list');
});
