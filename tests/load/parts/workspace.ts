import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqliteStore, type SqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { createExchange, type Exchange } from '#shared/workspace/exchange/exchange.ts';
import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { benchFolder } from '../data-folder.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { makeVocabulary } from '../vocabulary.ts';

const SAVES = 2000;
/** As in the form's journal. */
const COMPACT_EVERY = 200;
const PENDING = 1000;
const DOCUMENTS = 5000;
const WORDS = 300;
const TOGETHER = 40;

/**
 * Measures a device with the desktop app's store, against the built server (budgets: < 10 ms, < 10 s, < 5 s, within a
 * second).
 */
export async function measureWorkspace(): Promise<PartResult> {
  const folder = path.join(benchFolder, `workspace-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // No provider is called.
  const server = await startBuiltServer('http://127.0.0.1:9/v1');
  try {
    const lay = (text: string) => process.stderr.write(`  ${text}\n`);
    lay(`${SAVES} saves`);
    const saves = await measureSaves(path.join(folder, 'saves.sqlite'));
    lay(`${PENDING} pending updates`);
    const pushed = await measurePush(path.join(folder, 'pending.sqlite'), server);
    lay(`${DOCUMENTS} documents`);
    const first = await measureFirstSync(folder, server);
    lay('two devices');
    const lags = await measureLags(folder, server);
    const [save, lag] = [percentile(saves, 0.95), percentile(lags, 0.95)];
    const checks: Check[] = [
      { what: 'a local save', budget: 'p95 < 10 ms', measured: `${figure(save, 1)} ms`, isMet: save < 10 },
      {
        what: `${figure(PENDING)} pending updates, pushed`,
        budget: '< 10 s',
        measured: `${figure(pushed / 1000, 1)} s`,
        isMet: pushed < 10_000,
      },
      {
        what: `a first sync of ${figure(DOCUMENTS)} documents`,
        budget: '< 5 s',
        measured: `${figure(first / 1000, 1)} s`,
        isMet: first < 5000,
      },
      {
        what: 'from a save on one device to the other',
        budget: 'p95 < 1,000 ms',
        measured: `${figure(lag)} ms`,
        isMet: lag < 1000,
      },
    ];
    const row = (what: string, times: readonly number[]) => [
      what,
      figure(times.length),
      ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((time) => figure(time, 1)),
    ];
    return {
      checks,
      details: `${table(['what', 'times', 'median ms', 'p95 ms', 'slowest ms'], [row('a local save', saves), row('from one device to the other', lags)])}

The desktop's store (SQLite, each save waits for the disk) and the exchange in the measuring process, the built server beside
it. Saves are those of typing into a document of ${WORDS} words, with the compaction that belongs to it. The pending
updates are of 20 documents; the ${figure(DOCUMENTS)} documents have ${WORDS} words each. From one device to the other includes
the 100 ms in which further typing is waited for.`,
    };
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const vocabulary = makeVocabulary();
/** Returns some words in a row; a different `from` gives different words. */
const textOf = (words: number, from: number) =>
  Array.from({ length: words }, (_, index) => vocabulary[(from * 31 + index) % vocabulary.length]).join(' ');

/** Returns a document of a device and the updates of typing into it, a few words each. */
function typist(id: string) {
  const document = openDocument({ id, kind: 'draft' });
  document.setText('content', textOf(WORDS, 0));
  let pending: Uint8Array[] = [document.encode()];
  document.onUpdate((update) => pending.push(update));
  let typed = 0;
  return {
    document,
    /** Returns what the next pause in typing would store. */
    next(): Uint8Array {
      if (pending.length === 0) {
        typed += 1;
        document.setText('content', `${document.text('content')} ${textOf(2, typed * 2)}`);
      }
      const [update = new Uint8Array()] = pending;
      pending = [];
      return update;
    },
  };
}

async function measureSaves(file: string): Promise<number[]> {
  const { store } = openSqliteStore({ file, clock: systemClock });
  const { document, next } = typist('draft:typed');
  const times: number[] = [];
  for (let index = 0; index < SAVES; index += 1) {
    const update = next();
    const begun = performance.now();
    await store.append(document, update);
    times.push(performance.now() - begun);
    if (index % COMPACT_EVERY === COMPACT_EVERY - 1) await store.compact(document.id);
  }
  store.close();
  return times;
}

interface Device {
  store: SqliteStore;
  exchange: Exchange;
  /** Resolves when everything is pulled and pushed. */
  synced(): Promise<void>;
  end(): Promise<void>;
}

function openDevice(file: string, { client }: Pick<BuiltServer, 'client'>): Device {
  const { store } = openSqliteStore({ file, clock: systemClock });
  const exchange = createExchange({
    store,
    api: createExchangeApi(client),
    clock: systemClock,
    timers: {
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    uniqueId,
    report: (problem) => console.error(problem),
  });
  return {
    store,
    exchange,
    async synced() {
      exchange.start();
      await exchange.syncNow();
      const { status, lastSyncedAt } = exchange.state();
      if (status !== 'on-the-server' || lastSyncedAt === null) throw new Error(`The device is ${status}`);
    },
    async end() {
      await exchange.stop();
      store.close();
    },
  };
}

/**
 * Returns the milliseconds that a device with 1,000 pending updates needs until the server has them; its store is made
 * at `file`.
 */
export async function measurePush(file: string, server: Pick<BuiltServer, 'client'>): Promise<number> {
  const device = openDevice(file, server);
  const typists = Array.from({ length: 20 }, (_, index) => typist(`draft:pending-${index}`));
  for (let index = 0; index < PENDING; index += 1) {
    const each = typists[index % typists.length];
    if (each) await device.store.append(each.document, each.next());
  }
  const begun = performance.now();
  await device.synced();
  const took = performance.now() - begun;
  await device.end();
  return took;
}

async function measureFirstSync(folder: string, server: BuiltServer): Promise<number> {
  const filling = openDevice(path.join(folder, 'filling.sqlite'), server);
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const document = openDocument({ id: `draft:many-${index}`, kind: 'draft' });
    document.setText('content', textOf(WORDS, index));
    await filling.store.append(document, document.encode());
  }
  await filling.synced();
  await filling.end();
  const device = openDevice(path.join(folder, 'first.sqlite'), server);
  const begun = performance.now();
  await device.synced();
  const took = performance.now() - begun;
  const found = (await device.store.list('draft')).length;
  await device.end();
  if (found < DOCUMENTS) throw new Error(`Only ${found} documents came`);
  return took;
}

async function measureLags(folder: string, server: BuiltServer): Promise<number[]> {
  const [here, there] = ['here', 'there'].map((name) => openDevice(path.join(folder, `${name}.sqlite`), server));
  if (!here || !there) throw new Error('Two devices are needed');
  await Promise.all([here.synced(), there.synced()]);
  // Until both receive events.
  await wait(500);
  const { document, next } = typist('draft:together');
  const lags: number[] = [];
  for (let index = 0; index < TOGETHER; index += 1) {
    const came = new Promise<void>((resolve) => {
      const end = there.exchange.onForeign(() => {
        end();
        resolve();
      });
    });
    const begun = performance.now();
    await here.store.append(document, next());
    here.exchange.noticeWrite(document.id);
    await came;
    lags.push(performance.now() - begun);
    await wait(50);
  }
  await Promise.all([here.end(), there.end()]);
  return lags;
}
