import type { DocumentKind } from '#shared/contract/workspace.ts';
import { openDocument } from '../document.ts';
import { uniqueId } from '../document-ids.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store.ts';
import type { ForeignChange } from '../store-port.ts';
import { tombstoneOf } from '../tombstone.ts';
import { createExchange, type Exchange, type ExchangeApi } from './exchange.ts';
import type { DeletionAnswer } from './held-deletions.ts';

/** Time that stands still until a test advances it. */
export interface TestTime {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** Waits until pending work comes to rest, then until the work of the next milliseconds does. */
  pass(milliseconds: number): Promise<void>;
}

/** `rest` waits until work that depends only on promises has come to rest. */
export function createTestTime(rest: () => Promise<void>, start = 1_000_000): TestTime {
  let now = start;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((each) => each !== timer);
      };
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      await rest();
      for (;;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.run();
        await rest();
      }
      now = end;
      await rest();
    },
  };
}

/** A device in a test: a store, its exchange, and somebody who types. */
export interface TestDevice {
  readonly store: MemoryStore;
  readonly exchange: Exchange;
  readonly foreign: ForeignChange[];
  readonly problems: unknown[];
  /** Opens the document, types a word into it, and stores the change. */
  type(id: string, word: string): Promise<void>;
  /** Deletes a document, and returns the words that its deleter saw. */
  remove(id: string): Promise<string[]>;
  /** Answers the question about deletions as the owner, if there is one. */
  answer(answer: DeletionAnswer): Promise<void>;
  /** Returns the words of a document, in alphabetical order. */
  content(id: string): Promise<string>;
  /** Returns every living document with its words. */
  all(): Promise<Record<string, string>>;
}

const kindOf = (id: string) => id.slice(0, id.indexOf(':')) as DocumentKind;

export function createTestDevice(
  api: ExchangeApi,
  time: TestTime,
  { store = createMemoryStore(), random = () => 1 }: { store?: MemoryStore; random?: () => number } = {},
): TestDevice {
  const problems: unknown[] = [];
  const foreign: ForeignChange[] = [];
  const report = (problem: unknown) => problems.push(problem);
  const exchange = createExchange({ store, api, clock: time, timers: time, random, uniqueId, report });
  exchange.onForeign((changes) => foreign.push(...changes));
  const open = async (id: string) => openDocument({ id, kind: kindOf(id) }, await store.load(id));
  const content = async (id: string) => {
    const fields = (await open(id)).fields();
    return Object.keys(fields).sort().join(' ');
  };

  return {
    store,
    exchange,
    foreign,
    problems,
    async type(id, word) {
      const document = await open(id);
      const before = document.stateVector();
      document.setField(word, true);
      document.touch(time.now());
      await store.append(document, document.encode(before));
      exchange.noticeWrite(id);
    },
    async remove(id) {
      const document = await open(id);
      if ((await store.remove(tombstoneOf(document, time.now()))) === 'removed') exchange.noticeWrite(id);
      return Object.keys(document.fields());
    },
    async answer(answer) {
      const { deletions } = exchange.state();
      if (deletions) await exchange.answerDeletions(deletions.key, answer);
    },
    content,
    async all() {
      const ids = (await Promise.all((['draft', 'prompt', 'run', 'preferences'] as const).map(store.list))).flat();
      const contents = ids.sort().map(async (id) => [id, await content(id)] as const);
      return Object.fromEntries(await Promise.all(contents));
    },
  };
}
