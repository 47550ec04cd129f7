import { expect, test } from 'vitest';
import type { WindowChannel } from '#shared/admin/ports.ts';
import { OfflineError } from '#shared/api-client/api-error.ts';
import type { LoggedUpdate, WorkspaceCursor } from '#shared/contract/workspace.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createExchange } from '#shared/workspace/exchange/exchange.ts';
import type { ExchangeApi } from '#shared/workspace/exchange/exchange-port.ts';
import { createMemoryStore, type MemoryStore } from '#shared/workspace/memory-store.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { createBrowserExchange } from './browser-exchange.ts';
import type { TabLeadOptions } from './tab-lead.ts';

/** A server's log, behind a network that can be switched off. */
function createServer() {
  const log: LoggedUpdate[] = [];
  const watching = new Set<(cursor: WorkspaceCursor) => void>();
  const server = { isOnline: true, log, watching, api: createApi };
  const cursorAt = (entry: LoggedUpdate | undefined) =>
    entry ? { siteId: 'site', seq: entry.seq, id: entry.change.id } : null;
  const online = () => {
    if (!server.isOnline) throw new OfflineError(new TypeError('Failed to fetch'));
  };

  function createApi(): ExchangeApi {
    return {
      greet: async () => online(),
      async pull(cursor) {
        online();
        const updates = log.filter(({ seq }) => seq > (cursor?.seq ?? 0));
        return { siteId: 'site', updates, cursor: cursorAt(log.at(-1)), more: false };
      },
      async push(_siteId, updates) {
        online();
        const stored = updates.map((change) => {
          const known = log.find((entry) => entry.change.id === change.id);
          if (known) return { id: change.id, seq: known.seq };
          log.push({ seq: log.length + 1, createdAt: '2026-01-01T00:00:00.000Z', change });
          return { id: change.id, seq: log.length };
        });
        const cursor = cursorAt(log.at(-1));
        if (cursor) for (const tell of watching) queueMicrotask(() => tell(cursor));
        return stored;
      },
      compare: () => Promise.reject(new Error('Nothing is compared here')),
      watch: (onCursor, signal) =>
        new Promise((resolve) => {
          watching.add(onCursor);
          signal.addEventListener('abort', () => {
            watching.delete(onCursor);
            resolve();
          });
        }),
    };
  }
  return server;
}

/** A browser: its disk, its tabs, and the tab that leads. */
function createBrowser(server: ReturnType<typeof createServer>) {
  const disk: MemoryStore = createMemoryStore();
  const ends = new Map<string, Set<(message: unknown) => void>>();
  const queue: { on: Pick<TabLeadOptions, 'onLead' | 'onLost'>; isLeading: boolean }[] = [];
  const leadNext = () => {
    const first = queue[0];
    if (!first || first.isLeading) return;
    first.isLeading = true;
    first.on.onLead();
  };

  function openChannel(name: string, tab: { isGone: boolean }): WindowChannel {
    const all = ends.get(name) ?? new Set();
    ends.set(name, all);
    const listeners = new Set<(message: unknown) => void>();
    const end = (message: unknown) => {
      if (!tab.isGone) for (const listener of listeners) listener(structuredClone(message));
    };
    all.add(end);
    return {
      post(message) {
        if (!tab.isGone) for (const other of all) if (other !== end) queueMicrotask(() => other(message));
      },
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => void all.delete(end),
    };
  }

  function openTab() {
    const tab = { isGone: false, isHidden: false };
    const shown = new Set<() => void>();
    const network = new Set<() => void>();
    let entry: (typeof queue)[number] | null = null;
    const made = createBrowserExchange({
      store: disk,
      createExchange: () =>
        createExchange({
          store: disk,
          api: server.api(),
          clock: { now: () => Date.now() },
          timers: {
            after(milliseconds, run) {
              const timer = setTimeout(() => !tab.isGone && run(), milliseconds / 10);
              return () => clearTimeout(timer);
            },
          },
          random: () => 1,
          uniqueId: () => crypto.randomUUID(),
        }),
      openChannel: (name) => openChannel(name, tab),
      uniqueId: () => crypto.randomUUID(),
      createLead(on) {
        const own = { on, isLeading: false };
        entry = own;
        queue.push(own);
        queueMicrotask(leadNext);
        return {
          isLeading: () => own.isLeading,
          take() {
            const before = queue[0];
            if (!before || own.isLeading) return;
            queue.splice(queue.indexOf(own), 1);
            queue.unshift(own);
            before.isLeading = false;
            before.on.onLost();
            leadNext();
          },
        };
      },
      page: {
        isHidden: () => tab.isHidden,
        onShown: (listener) => shown.add(listener),
        onNetwork: (listener) => network.add(listener),
      },
    });
    return {
      ...made,
      setHidden(isHidden: boolean) {
        tab.isHidden = isHidden;
        for (const listener of shown) listener();
      },
      networkChanged() {
        for (const listener of network) listener();
      },
      isLeading: () => entry?.isLeading === true,
      close() {
        tab.isGone = true;
        // A tab that closes takes its connection with it.
        server.watching.clear();
        if (entry) queue.splice(queue.indexOf(entry), 1);
        leadNext();
      },
    };
  }
  return { openTab, openChannel, disk };
}

const type = async (
  store: MemoryStore | ReturnType<ReturnType<typeof createBrowser>['openTab']>['store'],
  id: string,
) => {
  const document = openDocument({ id, kind: 'prompt' });
  document.setText('prompt', `Words of ${id}`);
  await store.append(document, document.encode());
};

test('nothing is asked of the server before someone is signed in', async () => {
  const server = createServer();
  const tab = createBrowser(server).openTab();
  await type(tab.store, 'prompt:1');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.log).toEqual([]);
  expect(server.watching.size).toBe(0);
  expect(tab.exchange.state.getState().status).toBe('on-this-computer');
  await tab.exchange.syncNow();
  expect(server.log).toHaveLength(1);
  expect(tab.exchange.state.getState()).toMatchObject({ status: 'on-the-server', unsent: 0 });
});

test('one tab exchanges for all, and every tab shows how it stands', async () => {
  const server = createServer();
  const browser = createBrowser(server);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await first.exchange.syncNow();
  await second.exchange.syncNow();
  expect(server.watching.size).toBe(1);
  expect([first.isLeading(), second.isLeading()]).toEqual([true, false]);
  await type(second.store, 'prompt:2');
  // The second tab knows this at once, without having heard from the other tab.
  expect(second.exchange.statusOf('prompt:2')).toBe('waiting');
  await expect.poll(() => server.log.length).toBe(1);
  await expect.poll(() => second.exchange.state.getState().status).toBe('on-the-server');
  expect(second.exchange.statusOf('prompt:2')).toBe('on-the-server');
  expect(second.exchange.state.getState()).toEqual(first.exchange.state.getState());
});

test('a tab that opens later learns how it stands, and takes over when the first one goes', async () => {
  const server = createServer();
  const browser = createBrowser(server);
  const first = browser.openTab();
  await first.exchange.syncNow();
  const second = browser.openTab();
  await expect.poll(() => second.exchange.state.getState().status).toBe('on-the-server');
  first.close();
  await expect.poll(() => server.watching.size).toBe(1);
  await type(second.store, 'prompt:3');
  await expect.poll(() => server.log.length).toBe(1);
  expect(second.isLeading()).toBe(true);
});

test('the tab in sight leads in the place of one in the background', async () => {
  const server = createServer();
  const browser = createBrowser(server);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await first.exchange.syncNow();
  await second.exchange.syncNow();
  first.setHidden(true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  second.setHidden(false);
  expect([first.isLeading(), second.isLeading()]).toEqual([false, true]);
  await expect.poll(() => server.watching.size).toBe(1);
  await type(first.store, 'prompt:4');
  await expect.poll(() => server.log.length).toBe(1);
});

test('what another device wrote is told to every window, the one that exchanges too', async () => {
  const server = createServer();
  const here = createBrowser(server);
  const first = here.openTab();
  await first.exchange.syncNow();
  const heard: unknown[] = [];
  here.openChannel('ninefold:documents', { isGone: false }).listen((message) => heard.push(message));
  const there = createBrowser(server).openTab();
  await there.exchange.syncNow();
  await type(there.store, 'prompt:5');
  await expect.poll(() => heard).toMatchObject([{ id: 'prompt:5', kind: 'prompt', isRemoved: false }]);
  expect(await here.disk.list('prompt')).toEqual(['prompt:5']);
});

test('a tab that does not lead is asked about deletions, too, and its answer counts', async () => {
  const server = createServer();
  const here = createBrowser(server);
  const [first, second] = [here.openTab(), here.openTab()];
  const there = createBrowser(server).openTab();
  for (const tab of [first, second, there]) await tab.exchange.syncNow();
  const ids = ['prompt:1', 'prompt:2', 'prompt:3'];
  for (const id of ids) await type(first.store, id);
  await expect.poll(async () => (await there.store.list('prompt')).length).toBe(3);
  for (const id of ids) {
    const document = openDocument({ id, kind: 'prompt' }, await there.store.load(id));
    await there.store.remove(tombstoneOf(document, Date.now()));
  }
  await expect
    .poll(() => second.exchange.state.getState().deletions?.kinds)
    .toEqual([{ kind: 'prompt', deleted: 3, of: 3 }]);
  expect(await here.disk.list('prompt')).toHaveLength(3);
  await second.exchange.answerDeletions(second.exchange.state.getState().deletions?.key ?? '', 'keep');
  await expect.poll(async () => (await there.store.list('prompt')).length).toBe(3);
  expect(second.exchange.state.getState().deletions).toBe(null);
});

test('offline is said, also in a tab that does not lead, and what was written goes out when the network is back', async () => {
  const server = createServer();
  const browser = createBrowser(server);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await first.exchange.syncNow();
  server.isOnline = false;
  first.networkChanged();
  await expect.poll(() => second.exchange.state.getState().isOnline).toBe(false);
  await type(second.store, 'prompt:6');
  await expect.poll(() => second.exchange.state.getState()).toMatchObject({ status: 'waiting', unsent: 1 });
  server.isOnline = true;
  first.networkChanged();
  await expect.poll(() => second.exchange.state.getState()).toMatchObject({ status: 'on-the-server', isOnline: true });
  expect(server.log).toHaveLength(1);
});

test('a tab whose words could not be stored says so until they can, and no other tab says it', async () => {
  const browser = createBrowser(createServer());
  const [first, second] = [browser.openTab(), browser.openTab()];
  await first.exchange.syncNow();
  await second.exchange.syncNow();
  const { append } = browser.disk;
  browser.disk.append = () => Promise.reject(new Error('no room left'));
  await expect(type(second.store, 'prompt:7')).rejects.toThrow('no room left');
  expect(second.exchange.state.getState().status).toBe('not-kept');
  // The exchange goes on in the other tab, which hears nothing of the failure.
  await second.exchange.syncNow();
  expect(second.exchange.state.getState().status).toBe('not-kept');
  await expect(type(first.store, 'prompt:8')).rejects.toThrow('no room left');
  expect(first.exchange.state.getState().status).toBe('not-kept');
  browser.disk.append = append;
  await type(first.store, 'prompt:8');
  expect(first.exchange.state.getState().status).not.toBe('not-kept');
  expect(second.exchange.state.getState().status).toBe('not-kept');
  await type(second.store, 'prompt:7');
  await expect.poll(() => second.exchange.state.getState().status).toBe('on-the-server');
});
