import { createApiClient } from '#shared/api-client/client.ts';
import { parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { Message } from '#shared/workflow/messages.ts';
import type { RunStateKind } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { createTestTime } from '#shared/workspace/exchange/test-device.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { DOCUMENT_CHANNEL } from '../../document-channel.ts';
import type { WindowChannel } from '../../ports.ts';
import type { RunDestination } from '../runs/page-signals.ts';
import { createRunStore, type RunStore } from '../runs/run-store.ts';

export const testForm = {
  targetMarket: 'Gardeners in small flats',
  productApp: 'Balcony Planner',
  productAppFunction: 'Plans what grows on a balcony',
  productAppUrl: 'https://balcony.example',
};

export interface TestWindow {
  readonly store: RunStore;
  readonly notices: Message[];
  readonly goneTo: RunDestination[];
  /** Kills the window: nothing more is written, and its lock is released. */
  kill(): void;
}

/**
 * Makes a device for tests, against a real server: its disk, its localStorage, its windows, a clock that stands still,
 * and its network. The network can be off (`isOnline`) or lose answers (`loseAnswers`): all, or those to calls such as
 * "POST /api/posts". `address` and `cookie` may change, as after a restart. `isBusy`: the owner is writing something
 * else. `soon` calls the given function in the next turn of the event loop; `send` replaces fetch.
 */
export function createTestDevice(address: string, cookie: string, soon: (run: () => void) => void, send: Send = fetch) {
  const network = createNetwork(soon, send);
  const clock = createTestTime(() => network.rest(0));
  const disk = createMemoryStore();
  const keys = new Map<string, string>();
  const locks = createLocks();
  const channels = createChannels();
  const device: DeviceState = { address, cookie, isOnline: true, loseAnswers: false, isBusy: false };
  const calls: string[] = [];

  function openWindow(): TestWindow {
    const window = { alive: true };
    const { release, ...hold } = locks.of(window);
    const store = createRunStore(
      {
        api: createApiClient({
          async fetch(path, init) {
            if (!window.alive) return new Promise<Response>(() => undefined);
            calls.push(`${init.method} ${path}`);
            if (!device.isOnline) throw new TypeError('Failed to fetch');
            const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: device.cookie };
            const response = await network.ask(device.address + path, { ...init, headers });
            const { loseAnswers: lost } = device;
            if (lost instanceof RegExp ? lost.test(`${init.method} ${path}`) : lost)
              throw new TypeError('Failed to fetch');
            return response;
          },
        }),
        store: {
          ...disk,
          append: (name, update) => (window.alive ? disk.append(name, update) : new Promise<void>(() => undefined)),
        },
        localStorage: {
          get: (key) => keys.get(key) ?? null,
          set: (key, value) => void keys.set(key, value),
          remove: (key) => void keys.delete(key),
        },
        clock,
        uniqueId: () => crypto.randomUUID(),
        locks: hold,
        openChannel: (name) => channels.open(name, window),
        onOnline: () => () => undefined,
        steps: WORKFLOW_STEPS,
        parseDrafts: async (output, source) => parseDrafts(output, source),
        site: { name: 'Test', url: (path) => `http://site.test${path}`, frameUrl: (path) => path },
        analytics: { adminAction: () => undefined },
      },
      clock,
    );
    const notices: Message[] = [];
    const goneTo: RunDestination[] = [];
    store.onNotice((notice) => notices.push(notice));
    store.onGoTo(
      (destination) => goneTo.push(destination),
      () => device.isBusy,
    );
    return {
      store,
      notices,
      goneTo,
      kill() {
        window.alive = false;
        release();
      },
    };
  }

  /** Acts as the exchange of this device: tells its windows what other devices did. */
  function hear(changes: readonly ForeignChange[]): void {
    for (const change of changes) channels.tell(DOCUMENT_CHANNEL, change);
  }

  return Object.assign(device, { clock, network, disk, keys, calls, openWindow, hear });
}

type Send = (address: string, init: RequestInit) => Promise<Response>;

interface DeviceState {
  address: string;
  cookie: string;
  isOnline: boolean;
  loseAnswers: boolean | RegExp;
  isBusy: boolean;
}

/**
 * Makes the calls to the real server, and waits in real time for them; there is no waiting while no call is under way.
 */
function createNetwork(soon: (run: () => void) => void, send: Send) {
  let underWay = 0;
  const end = () => {
    underWay -= 1;
  };
  return {
    /** Like fetch; the call is under way until its answer has been read or is given up. */
    async ask(address: string, init: RequestInit): Promise<Response> {
      underWay += 1;
      const response = await send(address, init).catch((error: unknown) => {
        end();
        throw error;
      });
      if (response.body === null) {
        end();
        return response;
      }
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      void response.body.pipeTo(writable).then(end, end);
      return new Response(readable, response);
    },
    rest: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        if (underWay > 0) setTimeout(resolve, milliseconds);
        else soon(resolve);
      }),
  };
}

interface Alive {
  alive: boolean;
}

/** Locks that the windows of a device share. */
function createLocks() {
  const held = new Set<string>();
  return {
    of(window: Alive) {
      const own = new Set<string>();
      return {
        async tryHold(name: string) {
          if (held.has(name) || !window.alive) return null;
          held.add(name);
          own.add(name);
          return {
            release() {
              held.delete(name);
              own.delete(name);
            },
          };
        },
        /** Releases the locks that the window holds. */
        release() {
          for (const name of own) held.delete(name);
        },
      };
    },
  };
}

/** Channels between the windows of a device. */
function createChannels() {
  const channels = new Map<string, Set<(message: unknown) => void>>();
  return {
    open(name: string, window: Alive): WindowChannel {
      const all = channels.get(name) ?? new Set();
      channels.set(name, all);
      const own = new Set<(message: unknown) => void>();
      const hear = (message: unknown) => {
        if (window.alive) for (const listener of own) listener(structuredClone(message));
      };
      all.add(hear);
      return {
        post(message) {
          if (!window.alive) return;
          for (const other of all) if (other !== hear) queueMicrotask(() => other(message));
        },
        listen(listener) {
          own.add(listener);
          return () => own.delete(listener);
        },
        close: () => void all.delete(hear),
      };
    },
    /** Sends a message to all windows. */
    tell(name: string, message: unknown): void {
      for (const hear of channels.get(name) ?? []) hear(message);
    },
  };
}

export type TestDevice = ReturnType<typeof createTestDevice>;

/** Opens a window in which nothing is under way. */
export async function openAtRest(device: TestDevice): Promise<TestWindow> {
  const window = device.openWindow();
  await reach(device, window, 'idle', 'watching');
  return window;
}

/** Opens a window and starts a run of all steps in it. */
export function beginRun(device: TestDevice): TestWindow {
  const window = device.openWindow();
  window.store.actions.setForm(testForm);
  window.store.actions.runAll();
  return window;
}

/** Lets time pass until a window's run is in one of the states. */
export async function reach(device: TestDevice, { store }: TestWindow, ...kinds: RunStateKind[]): Promise<void> {
  await until(
    device,
    () => store.getState().isOpen && kinds.includes(store.getState().run.state.kind),
    () => {
      return `${store.getState().run.state.kind}, not ${kinds.join(' or ')}`;
    },
  );
}

/**
 * Lets time pass until `isSo` is true: 50 ms for each one or two real milliseconds while the server is asked something.
 */
export async function until(device: TestDevice, isSo: () => boolean, why: () => string = () => 'never'): Promise<void> {
  // Only a hanging test is ended: on a machine with other work everything takes many times as long.
  const end = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(why());
    await device.clock.pass(50);
    await device.network.rest(2);
  }
}
