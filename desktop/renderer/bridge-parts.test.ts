import { describe, expect, test } from 'vitest';
import type { KeyValue } from '#shared/admin/ports.ts';
import type { DesktopBridge, IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import { createAnswerAge } from './answer-age.ts';
import { createBridgeExchange, reportedProgress, serverStorage, watchUploads } from './desktop-ports.ts';
import { answerClosing } from './heard-from-main.ts';
import { createInbox } from './inbox.ts';
import { createNetworkState } from './network-state.ts';

/** Makes an event of the bridge, and a function by which main sends it. */
function eventOf<E extends IpcEvent>(name: E) {
  const listeners = new Set<(payload: IpcEventPayload<E>) => void>();
  const listen = (listener: (payload: IpcEventPayload<E>) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    on: { [name]: listen } as unknown as Pick<DesktopBridge['on'], E>,
    tell(payload: IpcEventPayload<E>) {
      for (const listener of listeners) listener(payload);
    },
  };
}

const synced: ExchangeState = { ...asleep, status: 'on-the-server' };

describe('the exchange', () => {
  test('stands where main said last', () => {
    const main = eventOf('sync.state');
    const calls: string[] = [];
    const exchange = createBridgeExchange(
      {
        on: main.on,
        'sync.now': async () => void calls.push('now'),
        'sync.adopt': async () => void calls.push('adopt'),
        'sync.answer-deletions': async ({ key, answer }) => void calls.push(`${answer} ${key}`),
      },
      synced,
    );
    let told = 0;
    const stop = exchange.state.subscribe(() => {
      told += 1;
    });
    expect(exchange.state.getState()).toBe(synced);
    const waiting: ExchangeState = { ...synced, status: 'waiting', unsent: 2, waiting: ['draft:a'] };
    main.tell(waiting);
    expect(exchange.state.getState()).toBe(waiting);
    stop();
    main.tell(synced);
    expect(told).toBe(1);
    void exchange.syncNow();
    void exchange.adoptSite();
    void exchange.answerDeletions('of this', 'keep');
    expect(calls).toEqual(['now', 'adopt', 'keep of this']);
  });

  test('one document that waits makes no other wait', () => {
    const nothing = async () => undefined;
    const none = { 'sync.now': nothing, 'sync.adopt': nothing, 'sync.answer-deletions': nothing };
    const main = eventOf('sync.state');
    const waiting: ExchangeState = { ...synced, status: 'waiting', unsent: 1, waiting: ['draft:a'] };
    const exchange = createBridgeExchange({ ...none, on: main.on }, waiting);
    expect(exchange.statusOf('draft:a')).toBe('waiting');
    expect(exchange.statusOf('draft:b')).toBe('on-the-server');
    main.tell({ ...waiting, status: 'on-this-computer' });
    expect(exchange.statusOf('draft:b')).toBe('on-this-computer');
  });
});

test('what comes before anybody listens is kept', () => {
  const inbox = createInbox<number>();
  const heard: number[] = [];
  inbox.take(1);
  const stop = inbox.listen((item) => heard.push(item));
  inbox.take(2);
  stop();
  inbox.take(3);
  inbox.listen((item) => heard.push(item));
  expect(heard).toEqual([1, 2, 3]);
});

test('the oldest of the answers main had kept says how old the page is', () => {
  const now = Date.UTC(2030, 0, 1);
  const ages = createAnswerAge({ now: () => now });
  const answer = (age: string | null) => ages.note(new Headers(age === null ? {} : { 'x-ninefold-age': age }));
  answer(null);
  answer('no number');
  expect(ages.oldest.getState()).toBeNull();
  answer('60');
  answer('3600');
  answer('5');
  expect(ages.oldest.getState()).toBe(now - 3_600_000);
  ages.forget();
  expect(ages.oldest.getState()).toBeNull();
});

test('the network tells when it is another than before', () => {
  const main = eventOf('network.state');
  const network = createNetworkState(main.on, true);
  const heard: boolean[] = [];
  network.subscribe((isOnline) => heard.push(isOnline));
  main.tell({ isOnline: true });
  main.tell({ isOnline: false });
  main.tell({ isOnline: true });
  expect(heard).toEqual([false, true]);
});

test('what is remembered of one server is not taken for another one’s', () => {
  const kept = new Map<string, string>();
  const storage: KeyValue = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
  const [a, b] = [serverStorage(storage, 'a'), serverStorage(storage, 'b')];
  a.set('adminActiveTab', 'settings');
  a.set('theme', 'dark');
  expect(b.get('adminActiveTab')).toBeNull();
  expect(b.get('theme')).toBe('dark');
  a.remove('adminActiveTab');
  expect(a.get('adminActiveTab')).toBeNull();
});

test.each([false, true])('before the window goes the page writes, and says what is unsaved: %s', async (isUnsaved) => {
  const main = eventOf('app.closing');
  const page = new EventTarget();
  const events: string[] = [];
  page.addEventListener('pagehide', () => events.push('flush'));
  page.addEventListener('beforeunload', (event) => isUnsaved && event.preventDefault());
  answerClosing(
    { on: main.on, 'app.flushed': async (held) => void events.push(`flushed, unsaved: ${held.isUnsaved}`) },
    page,
    async () => void events.push('settled'),
  );
  main.tell({});
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(events).toEqual(['flush', 'settled', `flushed, unsaved: ${isUnsaved}`]);
});

test('a title longer than the channel takes is cut', () => {
  const report = { runId: 'a', title: `${'x'.repeat(299)}😀`, done: 1, total: 9, isRunning: true };
  const { title } = reportedProgress(report);
  expect(title).toHaveLength(300);
  expect(title.isWellFormed()).toBe(true);
});

test('an upload hears how much of it has gone, and of no other; main is told which is cancelled', () => {
  const main = eventOf('upload.progress');
  const heard: number[] = [];
  const told: unknown[] = [];
  const bridge = { on: main.on, 'upload.cancel': async (input: unknown) => void told.push(input) };
  const { header, cancel, end } = watchUploads(bridge)((bytes) => heard.push(bytes));
  main.tell({ id: header[1], sent: 9 });
  main.tell({ id: 'another', sent: 5 });
  end();
  main.tell({ id: header[1], sent: 20 });
  expect(heard).toEqual([9]);
  expect(told).toEqual([]);
  cancel();
  expect(told).toEqual([{ id: header[1] }]);
});
