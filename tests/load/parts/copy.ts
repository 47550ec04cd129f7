import { mkdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { copyFiles, type LocalCopy, openLocalCopy } from '#desktop/main/copy/index.ts';
import { openResponseCache } from '#desktop/main/response-cache/index.ts';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { login } from '#shared/contract/session.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { benchFolder, dataFolderWith } from '../data-folder.ts';
import { longestHold } from '../loop-hold.ts';
import { startOurServer } from '../our-server.ts';
import { ownerOf } from '../owner-of.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { createWordSource, makeVocabulary, seededRandom } from '../vocabulary.ts';

const POSTS = 10_000;
const DRAFTS = 200;
const SEARCHES = 400;
const STARTS = 10;
const log = { file: '', info() {}, warn() {}, error() {} };

/** Measures the desktop app's copy of a site of 10,000 posts, from the built server (docs/rules.md, "Budgets"). */
export async function measureCopy(): Promise<PartResult> {
  const folder = path.join(benchFolder, `copy-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const data = path.join(folder, 'site');
  await cp(await dataFolderWith(POSTS), data, { recursive: true });
  const server = await startOurServer(data);
  try {
    const cookie = await signIn(server.address, data);
    const computer = await openComputer(folder, { address: server.address, cookie });
    await longestHold(server);
    const first = await measureFirst(computer);
    const serverHold = await longestHold(server);
    const searches = measureSearches(computer.copy());
    const lists = measureLists(computer.copy());
    const starts = await measureStarts(computer);
    await computer.close();
    const search = percentile(searches, 0.95);
    const start = percentile(starts, 0.5);
    const checks: Check[] = [
      {
        what: `the texts of ${figure(POSTS)} posts, first copy`,
        budget: '< 60 s',
        measured: `${figure(first.seconds, 1)} s`,
        isMet: first.seconds < 60,
      },
      {
        what: 'a search without a network',
        budget: 'p95 < 50 ms',
        measured: `${figure(search, 1)} ms`,
        isMet: search < 50,
      },
      {
        what: 'what the copy adds to the start',
        budget: '< 50 ms',
        measured: `${figure(start, 1)} ms`,
        isMet: start < 50,
      },
      {
        what: 'the server’s event loop while it is copied',
        budget: 'held < 50 ms',
        measured: `${figure(serverHold)} ms`,
        isMet: serverHold < 50,
      },
    ];
    const row = (what: string, times: readonly number[]) => [
      what,
      figure(times.length),
      ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((time) => figure(time, 1)),
    ];
    return {
      checks,
      details: `${table(['what', 'times', 'median ms', 'p95 ms', 'slowest ms'], [row('a search', searches), row('a page of the list', lists), row('opening the copy', starts)])}

The built server, and the copy in the measuring process, which stands for the app's main process: its event loop was held
${figure(first.hold)} ms at the longest while the texts came in. ${figure(DRAFTS)} drafts are searched beside the posts. Searches are of one
to three words, with a page of 50 posts as the answer.`,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the `cookie` header of a session of the site's owner. */
async function signIn(address: string, data: string): Promise<string> {
  const response = await fetch(`${address}${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await ownerOf(data)),
  });
  if (!response.ok) throw new Error(`The sign-in was answered with ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
}

interface Computer {
  copy(): LocalCopy;
  reopen(): Promise<number>;
  close(): Promise<void>;
}

async function openComputer(
  folder: string,
  { address, cookie }: { address: string; cookie: string },
): Promise<Computer> {
  const file = (name: string) => path.join(folder, name);
  const { store: documents } = openSqliteStore({ file: file('workspace.sqlite'), clock: systemClock, uniqueId });
  const draw = createWordSource(makeVocabulary());
  const random = seededRandom(7);
  for (let number = 0; number < DRAFTS; number += 1) {
    const draft = openNewDraft(`draft:new-${number}`);
    writeValues(draft, {
      title: `Draft ${number}`,
      content: Array.from({ length: 300 }, () => draw(random)).join(' '),
    });
    await documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  }
  const cache = openResponseCache({ file: file('answers.sqlite'), clock: systemClock, log });
  const asOwner = (where: string, init: RequestInit = {}) =>
    fetch(address + where, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } });
  const open = () =>
    openLocalCopy({
      ...{ folder: file('copies'), name: 'bench', cache, documents, log, clock: systemClock, limit: 2 ** 31 },
      api: createApiClient({ fetch: asOwner }),
      fetch: asOwner,
      isAllowed: () => true,
      siteId: async () => null,
      timers: {
        after(milliseconds, run) {
          const timer = setTimeout(run, milliseconds >= 60_000 ? milliseconds : 0);
          return () => clearTimeout(timer);
        },
      },
      send() {},
    });
  let copy = open();
  return {
    copy: () => copy,
    async reopen() {
      await copy.close();
      const began = performance.now();
      copy = open();
      const took = performance.now() - began;
      if (copy.state().posts < POSTS)
        throw new Error(`The copy in ${copyFiles(file('copies'), 'bench').posts} is not whole`);
      return took;
    },
    async close() {
      await copy.close();
      documents.close();
      cache.close();
    },
  };
}

async function measureFirst({ copy }: Computer): Promise<{ seconds: number; hold: number }> {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  const began = performance.now();
  delays.enable();
  copy().begin();
  while (!copy().state().isWhole) await wait(50);
  delays.disable();
  return { seconds: (performance.now() - began) / 1000, hold: Math.max(0, delays.max / 1e6 - 10) };
}

function measureSearches(copy: LocalCopy): number[] {
  const draw = createWordSource(makeVocabulary());
  const random = seededRandom(11);
  return Array.from({ length: SEARCHES }, (_, number) => {
    const words = Array.from({ length: 1 + (number % 3) }, () => draw(random)).join(' ');
    return timed(() => {
      copy.answers.answer(new URL(`/api/posts?limit=50&q=${encodeURIComponent(words)}`, 'app://ninefold'));
      copy.findDrafts(words);
    });
  });
}

function measureLists(copy: LocalCopy): number[] {
  return Array.from({ length: 100 }, (_, page) =>
    timed(() => copy.answers.answer(new URL(`/api/posts?limit=50&page=${page + 1}`, 'app://ninefold'))),
  );
}

async function measureStarts(computer: Computer): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) times.push(await computer.reopen());
  return times;
}

function timed(run: () => void): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}
