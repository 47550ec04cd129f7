import { setTimeout as wait } from 'node:timers/promises';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import type { Owner } from '#tests/faults/owner.ts';
import { askEdge } from '../edges/ask-edge.ts';
import type { Failure } from './fleet-deaths.ts';
import type { FleetStage, Machine } from './fleet-stage.ts';

/** The milliseconds between two writes of the owner, and between two requests of a reader of pages. */
const WRITES_EVERY = 1500;
const ASKS_EVERY = 60;
/** The milliseconds between two searches: one reader may send 120 a minute. */
const SEARCHES_EVERY = 1100;

/** The events in a fleet that is read, written and killed. */
export interface Life {
  /** The numbers of the posts that the writer has acknowledged. */
  written: Set<number>;
  /** The number in the tagline that the writer has acknowledged. */
  tagline: number;
  /** The number of answers at readers' own addresses and through edges. */
  answers: number;
  /** How many of these came from the edges in front of all readers. */
  sharedAnswers: number;
  /** The highest number in a tagline that each reader has shown, by its name. */
  shown: Map<string, number>;
  faults: string[];
  /** Requests at an edge that got no page. */
  failures: Failure[];
  end(): Promise<void>;
}

/** Returns the numbers on a page: in its tagline, and of the newest post on it. */
function numbersIn(text: string): { taglines: number[]; newest: number } {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));
  return { taglines: all(/mark (\d+) of the fleet/g), newest: Math.max(0, ...all(/\/post\/fleet-(\d+)"/g)) };
}

/** Lets the owner write and readers read, until it is ended. */
export function liveOn(stage: FleetStage, owner: () => Owner): Life {
  let isOver = false;
  const life: Omit<Life, 'end'> = {
    ...{ written: new Set(), tagline: 0, answers: 0, sharedAnswers: 0, shown: new Map(), faults: [], failures: [] },
  };
  const repeat = async (every: number, act: () => Promise<void>) => {
    while (!isOver) {
      await act();
      await wait(every);
    }
  };
  const running = [
    repeat(WRITES_EVERY, createWriting(stage, life, owner)),
    ...stage.readers.map((reader) => repeat(ASKS_EVERY, createWatch(reader, life))),
    ...stage.edges.map((edge) => repeat(ASKS_EVERY, createWatch(edge, life))),
    ...stage.shared.flatMap((edge) => [
      repeat(ASKS_EVERY, createWatch(edge, life, { isShared: true })),
      repeat(SEARCHES_EVERY, createWatch(edge, life, { isShared: true, paths: ['/search?q=tea'] })),
    ]),
  ];
  return Object.assign(life, {
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  });
}

type Noted = Omit<Life, 'end'>;

/** Each time one more post, whose number is put into the tagline, which every page shows. */
function createWriting({ writer }: FleetStage, life: Noted, owner: () => Owner): () => Promise<void> {
  let number = 0;
  return async () => {
    if (!writer.isUp) return;
    number += 1;
    const slug = `fleet-${number}`;
    const fields = { title: `Post ${number}`, excerpt: 'About it.', content: 'Its text.', categoryId: 1, readTime: 1 };
    try {
      await owner().client.call(createPost, { body: { ...fields, slug, published: true } });
      life.written.add(number);
      await owner().client.call(updateSettings, { body: { tagline: `mark ${number} of the fleet` } });
      life.tagline = number;
    } catch {
      // The writer was killed in the meantime; a write that it did not answer is not promised.
    }
  };
}

/**
 * Requests a page and compares it with the pages shown before. An edge that is shared by all readers must have each
 * page, even one that it may not cache, whatever else is dead.
 */
function createWatch(
  asked: Machine,
  life: Noted,
  { isShared = false, paths = ['/', '/post/tea', '/archive'] } = {},
): () => Promise<void> {
  const shown = { tagline: 0, newest: 0 };
  let turn = 0;
  return async () => {
    const path = paths[turn++ % paths.length] ?? '/';
    const [before, wasUp, from] = [asked.life, asked.isUp, Date.now()];
    const answer = await askEdge(asked.port, path).catch(() => null);
    const isSameLife = wasUp && asked.isUp && before === asked.life;
    if (answer?.status !== 200) {
      const what = `${asked.name} ${path} ${answer?.status ?? 'no answer'}`;
      if (asked.kind === 'edge' && !isShared) life.failures.push({ what, from, until: Date.now() });
      else if (isSameLife) life.faults.push(`an error while it was up: ${what}`);
      return;
    }
    life.answers += 1;
    if (isShared) life.sharedAnswers += 1;
    const { taglines, newest } = numbersIn(answer.body.toString('utf8'));
    if (new Set(taglines).size > 1)
      life.faults.push(`a torn page: ${asked.name} ${path} ${[...new Set(taglines)].join(' and ')}`);
    // Each edge caches pages separately, and shows an older one in case of trouble.
    if (asked.kind !== 'reader') return;
    const tagline = Math.max(0, ...taglines);
    if (tagline < shown.tagline)
      life.faults.push(`an older page: ${asked.name} ${path} ${tagline} after ${shown.tagline}`);
    if (path === '/' && newest < shown.newest)
      life.faults.push(`an older list: ${asked.name} ${newest} after ${shown.newest}`);
    shown.tagline = Math.max(shown.tagline, tagline);
    life.shown.set(asked.name, shown.tagline);
    if (path === '/') shown.newest = Math.max(shown.newest, newest);
  };
}
