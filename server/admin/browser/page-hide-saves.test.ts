import { expect, test, vi } from 'vitest';
import type { NamedChange } from '#shared/workspace/store-port.ts';
import { createPageHideSaves, watchLeaving } from './page-hide-saves.ts';

const change: NamedChange = {
  changeId: '0b9e3a52-6d0f-4d5c-9a40-6f3f2e1c7a11',
  id: 'draft:one',
  kind: 'draft',
  type: 'update',
  update: new Uint8Array([0, 0]),
};

const leaving = { isLeaving: () => true, onLeave: () => undefined };
const staying = { isLeaving: () => false, onLeave: () => undefined };

/** A storage like a browser's: the stored values are the object's own keys. */
function createStorage(): Storage {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
}

test('what is written while the page goes away is there for the next one, until it is forgotten', () => {
  const storage = createStorage();
  const saves = createPageHideSaves(leaving, () => storage);
  const settle = saves.save(change);
  const next = createPageHideSaves(staying, () => storage);
  expect(next.pending().map((each) => each.change)).toEqual([change]);
  settle('stored');
  expect(next.pending()).toEqual([]);
});

test('what was under way to the database when the page went is saved with what follows it, what had arrived or was refused before is not', () => {
  const storage = createStorage();
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  });
  const saves = createPageHideSaves(watchLeaving(page as unknown as Window), () => storage);
  const named = (changeId: string) => ({ ...change, changeId });
  const [arrived, refused, underWay, last] = [
    '0b9e3a52-6d0f-4d5c-9a40-6f3f2e1c7a15',
    '0b9e3a52-6d0f-4d5c-9a40-6f3f2e1c7a12',
    '0b9e3a52-6d0f-4d5c-9a40-6f3f2e1c7a13',
    '0b9e3a52-6d0f-4d5c-9a40-6f3f2e1c7a14',
  ];
  saves.save(named(arrived))('stored');
  saves.save(named(refused))('refused');
  const settle = saves.save(named(underWay));
  expect(Object.keys(storage)).toEqual([]);
  page.dispatchEvent(new Event('pagehide'));
  const settleLast = saves.save(named(last));
  const pending = () =>
    createPageHideSaves(staying, () => storage)
      .pending()
      .map((each) => each.change.changeId);
  expect(pending()).toEqual([underWay, last]);
  settle('stored');
  settleLast('refused');
  expect(pending()).toEqual([last]);
});

test('while the page stays nothing is written', () => {
  const storage = createStorage();
  const saves = createPageHideSaves(staying, () => storage);
  saves.save(change)('stored');
  expect(Object.keys(storage)).toEqual([]);
});

test('a storage that is off or full costs nothing but itself', () => {
  const saves = createPageHideSaves(leaving, () => {
    throw new DOMException('Off', 'SecurityError');
  });
  saves.save(change)('stored');
  expect(saves.pending()).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['another shape', '{"type":"update"}'],
  [
    'no update',
    JSON.stringify({ type: 'update', id: change.changeId, documentId: 'draft:one', kind: 'draft', update: 'AA==' }),
  ],
])('what is %s is passed over and cleared away; other keys stay', (_, text) => {
  const storage = createStorage();
  storage.setItem('ninefold:last-words:x', text);
  storage.setItem('adminActiveTab', 'posts');
  const saves = createPageHideSaves(staying, () => storage);
  expect(saves.pending()).toEqual([]);
  expect(Object.keys(storage)).toEqual(['adminActiveTab']);
});

test('a page is leaving from the first event that says so, and while it is hidden', () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), { document });
  const { isLeaving, onLeave } = watchLeaving(page as unknown as Window);
  const told = vi.fn();
  onLeave(told);
  expect(isLeaving()).toBe(false);
  page.dispatchEvent(new Event('pagehide'));
  expect(isLeaving()).toBe(true);
  page.dispatchEvent(new Event('pageshow'));
  expect(isLeaving()).toBe(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toHaveBeenCalledTimes(1);
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isLeaving()).toBe(true);
  expect(told).toHaveBeenCalledTimes(2);
});
