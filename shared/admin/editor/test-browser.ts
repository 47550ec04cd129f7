import { createApiClient } from '#shared/api-client/client.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { DOCUMENT_CHANNEL } from '../document-channel.ts';
import type { WindowChannel, WindowLocks } from '../ports.ts';
import { openPostSession } from './post-session.ts';
import type { SaveReport, SaveState } from './save-states.ts';
import { sendSave, storedPost } from './send-save.ts';
import type { PostSession, SessionPorts } from './session-states.ts';
import { createTestClock } from './test-clock.ts';

export type TestBrowser = ReturnType<typeof createTestBrowser>;

/**
 * A browser for tests, against a real server: its disk, its tabs' locks, its session `cookie`, and its network. The
 * network can be off (`isOnline`), lose the answers (`isAnswered`), or delay the answers of the calls made now until
 * `answersWhen`. A released lock is free `freesAfter` milliseconds later.
 */
export function createTestBrowser(baseUrl: string, cookie: string) {
  const clock = createTestClock();
  const store = createMemoryStore();
  const held = new Set<string>();
  const reports: SaveReport[] = [];
  const sessions: PostSession[] = [];
  const browser = { cookie, isOnline: true, isAnswered: true, answersWhen: Promise.resolve(), freesAfter: 0 };
  const api = createApiClient({
    baseUrl,
    async fetch(address, init) {
      if (!browser.isOnline) throw new TypeError('Failed to fetch');
      const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: browser.cookie };
      const { answersWhen } = browser;
      const response = await fetch(address, { ...init, headers });
      await answersWhen;
      if (!browser.isAnswered) throw new TypeError('Failed to fetch');
      return response;
    },
  });
  const locks: WindowLocks = {
    async tryHold(name) {
      if (held.has(name)) return null;
      held.add(name);
      const release = () => held.delete(name);
      return { release: () => (browser.freesAfter === 0 ? release() : clock.after(browser.freesAfter, release)) };
    },
  };
  let number = 0;
  const { hearing, openChannel } = createHearing();
  const ports: SessionPorts = {
    store,
    locks,
    clock,
    timers: clock,
    openChannel,
    unique() {
      number += 1;
      return `${clock.now()}-${number}-${Math.random().toString(36).slice(2)}`;
    },
    send: (request) => sendSave(api, request),
    report: (report) => reports.push(report),
    reload: (id) => current(id).catch(() => null),
  };
  const current = async (id: number) => storedPost(await api.call(getPostById, { params: { id } }));
  return Object.assign(browser, {
    api,
    clock,
    held,
    ports,
    reports,
    store,
    current,
    async edit(id: number) {
      const session = await openPostSession(ports, { post: await current(id) });
      sessions.push(session);
      return session;
    },
    async create(draftId?: string) {
      const session = await openPostSession(ports, { post: null, draftId });
      sessions.push(session);
      return session;
    },
    /** Tells the windows of this browser what other devices did, as its exchange would. */
    hear(changes: readonly ForeignChange[]) {
      for (const change of changes) for (const listener of [...hearing]) listener(change);
    },
    /** Kills the browser: what was not written is lost, and the locks are free. */
    kill() {
      held.clear();
    },
    async closeAll() {
      for (const session of sessions.splice(0)) await session.close();
    },
  });
}

/** The channels of this browser. A test can also send messages to the listeners for documents (`hearing`). */
function createHearing() {
  const hearing = new Set<(message: unknown) => void>();
  const others = new Map<(message: unknown) => void, string>();
  const openChannel = (name: string): WindowChannel => {
    const own = new Set<(message: unknown) => void>();
    const leave = (listener: (message: unknown) => void) => {
      hearing.delete(listener);
      others.delete(listener);
    };
    return {
      post(message) {
        const receivers = [...others].filter(([listener, channel]) => channel === name && !own.has(listener));
        // As between real windows: asynchronously, and as a copy.
        for (const [listener] of receivers)
          setTimeout(() => others.has(listener) && listener(structuredClone(message)));
      },
      listen(listener) {
        own.add(listener);
        others.set(listener, name);
        if (name === DOCUMENT_CHANNEL) hearing.add(listener);
        return () => leave(listener);
      },
      close() {
        for (const listener of own) leave(listener);
      },
    };
  };
  return { hearing, openChannel };
}

/** Sends what one browser has written and not sent yet to another browser, as the exchange would. */
export async function sendTo(to: TestBrowser, from: TestBrowser, sent: Set<string>): Promise<void> {
  const changes = await from.store.unsent({ limit: 1000, bytes: 10_000_000, except: sent });
  for (const { changeId } of changes) sent.add(changeId);
  const place = { siteId: 'site', cursor: null, isEnd: false };
  const changed = await to.store.receive(changes, place);
  // One change for each document, as a device that was offline receives them.
  to.hear(changed);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Waits until a form is in one of the states, while the clock of the tests stands still. */
export async function reach(session: PostSession, ...kinds: SaveState['kind'][]): Promise<void> {
  const end = Date.now() + 10_000;
  while (!kinds.includes(session.getState().save.kind)) {
    if (Date.now() > end) throw new Error(`${session.getState().save.kind}, not ${kinds.join(' or ')}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function contentOf(session: PostSession): string {
  return session.getState().values.content;
}

/** Types in the content: replaces the first `from` by `to`. */
export function replaceIn(session: PostSession, from: string, to: string): void {
  session.setText('content', contentOf(session).replace(from, to));
}
