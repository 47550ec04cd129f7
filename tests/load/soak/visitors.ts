import { ACCEPT_ENCODING, type Answer, createAgent, getBytes } from '../http-client.ts';
import { makeVocabulary, seededRandom } from '../vocabulary.ts';
import type { Tally } from './tally.ts';

const READERS = 4;
const SEARCHERS = 2;

export interface VisitOptions {
  address: string;
  /** The posts to be read. */
  posts: readonly { id: number; slug: string }[];
  /** Slugs of the categories. */
  categories: readonly string[];
  tally: Tally;
  /** The seed of the visitors' actions. */
  seed: number;
  isOver: () => boolean;
}

export interface Visits {
  /** The number of readings that the server has acknowledged, each by a different reader. */
  readings: number;
}

/**
 * Reads and searches the site until it is over; each visitor sends the next request as soon as there is an answer, from
 * a different address with every request.
 */
export async function visit(options: VisitOptions): Promise<Visits> {
  const { address, posts, categories, tally, seed, isOver } = options;
  const agent = createAgent(READERS + SEARCHERS);
  const vocabulary = makeVocabulary();
  const visits: Visits = { readings: 0 };
  let visitors = 0;

  const ask = async (kind: string, send: (reader: string) => Promise<Pick<Answer, 'status'>>) => {
    visitors += 1;
    const reader = `11.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
    const started = performance.now();
    const status = await send(reader).then(
      (answer) => answer.status,
      () => 0,
    );
    tally.record(kind, status, performance.now() - started);
    return status;
  };
  const get = (kind: string, path: string) =>
    ask(kind, (reader) => getBytes(address + path, ACCEPT_ENCODING, agent, reader));
  const count = async (id: number) => {
    const status = await ask('a reading counted', (reader) =>
      fetch(`${address}/api/posts/${id}/view`, { method: 'POST', headers: { 'x-forwarded-for': reader } }),
    );
    if (status === 204) visits.readings += 1;
  };

  const read = async (random: () => number) => {
    const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    while (!isOver()) {
      const post = one(posts);
      const chance = random();
      if (!post) throw new Error('There is no post to read');
      if (chance < 0.35) await get('a post', `/post/${post.slug}`);
      else if (chance < 0.5) await get('home', '/');
      else if (chance < 0.6) await get('home, another page', `/?page=${1 + Math.floor(random() * 5)}`);
      else if (chance < 0.7) await get('a category', `/category/${one(categories)}`);
      else if (chance < 0.75) await get('a feed', '/rss.xml');
      else if (chance < 0.85) await get('API: a post', `/api/posts/${post.slug}`);
      else if (chance < 0.9) await get('API: posts', '/api/posts?limit=20');
      else await count(post.id);
    }
  };
  const search = async (random: () => number) => {
    while (!isOver()) {
      const word = vocabulary[Math.floor(random() * 5000)] ?? '';
      if (random() < 0.7) await get('API: a search', `/api/search?q=${word}`);
      else await get('a search', `/search?q=${word}`);
    }
  };
  const each = (length: number, work: (random: () => number) => Promise<void>, from: number) =>
    Array.from({ length }, (_, number) => work(seededRandom(seed + from + number)));
  await Promise.all([...each(READERS, read, 1), ...each(SEARCHERS, search, 101)]);
  agent.destroy();
  return visits;
}
