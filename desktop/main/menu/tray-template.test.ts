import { expect, test, vi } from 'vitest';
import { type TrayActions, trayTemplate, waitingText } from './tray-template.ts';

const actions = (): TrayActions => ({
  show: vi.fn(),
  newPost: vi.fn(),
  quickNote: vi.fn(),
  stop: vi.fn(),
  quit: vi.fn(),
});
const NONE = { posts: 0, documents: 0, pictures: 0 };

test('the icon leads to the app, a post, a note and the end, and says what waits', () => {
  const told = actions();
  const items = trayTemplate({ run: null, waiting: { ...NONE, posts: 2, pictures: 1 } }, told);
  expect(items.map(({ label = '' }) => label)).toEqual([
    ...['Open Ninefold', 'New Post', 'Quick Note', '', '2 posts and 1 picture wait to be sent', '', 'Quit'],
  ]);
  for (const { click } of items) (click as (() => void) | undefined)?.();
  for (const name of ['show', 'newPost', 'quickNote', 'quit'] as const) expect(told[name]).toHaveBeenCalledOnce();
  expect(told.stop).not.toHaveBeenCalled();
});

test('a workflow stands first, and can be stopped', () => {
  const told = actions();
  const [run, stop] = trayTemplate({ run: 'Tea: step 3 of 9', waiting: NONE }, told);
  expect([run?.label, run?.enabled, stop?.label]).toEqual(['Tea: step 3 of 9', false, 'Stop the Workflow']);
  (stop?.click as (() => void) | undefined)?.();
  expect(told.stop).toHaveBeenCalledOnce();
});

test('before a server is chosen there is nothing to write in, and nothing waits', () => {
  const items = trayTemplate({ run: null, waiting: null }, actions());
  const writing = items.filter(({ id }) => id === 'tray-new-post' || id === 'tray-quick-note');
  expect(writing.map(({ enabled }) => enabled)).toEqual([false, false]);
  expect(items.some(({ id }) => id === 'tray-waiting')).toBe(false);
});

test.each([
  [NONE, 'Nothing waits to be sent'],
  [{ ...NONE, documents: 1 }, '1 document waits to be sent'],
  [{ posts: 1, documents: 1200, pictures: 3 }, '1 post, 1,200 documents, and 3 pictures wait to be sent'],
])('%o is "%s"', (waiting, words) => {
  expect(waitingText(waiting)).toBe(words);
});
