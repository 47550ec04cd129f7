import { dataFolderWith } from '../data-folder.ts';
import { timePaths } from '../load-pages.ts';
import { HOLD_BUDGET, LOOKS_EVERY, longestHold } from '../loop-hold.ts';
import { startOurServer } from '../our-server.ts';
import { figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { makeVocabulary, seededRandom } from '../vocabulary.ts';

const POSTS = 100_000;
const P99_BUDGET = 30;

interface QueryKind {
  name: string;
  queries: string[];
  isOrdinary: boolean;
}

/** Measures search over 100,000 posts, and how long it keeps the server from everything else. */
export async function measureSearch(): Promise<PartResult> {
  const server = await startOurServer(await dataFolderWith(POSTS), { TRUST_PROXY: '127.0.0.1' });
  try {
    await timePaths(server.address, paths(queryKinds(1).flatMap((kind) => kind.queries.slice(0, 20))), {
      isManyReaders: true,
    });
    await longestHold(server);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const idle = await longestHold(server);
    const rows: string[][] = [];
    const ordinary: number[] = [];
    const holds: number[] = [];
    for (const { name, queries, isOrdinary } of queryKinds(2)) {
      const took = (await timePaths(server.address, paths(queries), { isManyReaders: true })).map(
        (timing) => timing.took,
      );
      const hold = await longestHold(server);
      holds.push(hold);
      if (isOrdinary) ordinary.push(...took);
      const figures = [percentile(took, 0.5), percentile(took, 0.9), percentile(took, 0.99), Math.max(...took), hold];
      rows.push([name, figure(queries.length), ...figures.map((value) => figure(value, 1))]);
    }
    const p99 = percentile(ordinary, 0.99);
    const hold = Math.max(...holds);
    return {
      checks: [
        {
          what: `search over ${figure(POSTS)} posts, ordinary words`,
          budget: 'p99 ≤ 30 ms',
          measured: `${figure(p99, 1)} ms`,
          isMet: p99 <= P99_BUDGET,
        },
        {
          what: 'longest time any of the queries held the event loop',
          budget: `≤ ${HOLD_BUDGET.anything} ms`,
          measured: `${figure(hold, 1)} ms`,
          isMet: hold <= HOLD_BUDGET.anything,
        },
      ],
      details: `${table(['queries', 'asked', 'median ms', 'p90 ms', 'p99 ms', 'slowest ms', 'loop held ms'], rows)}

\`GET /api/search?q=…\`, one query at a time, 50 hits with snippets; time seen by a client on the same machine. The words
are drawn from the vocabulary the posts are written in: ordinary ones are the 100th to the 5,000th commonest (in ${share(100)}
to ${share(5000)} of the posts), very common ones the first twenty (the first is in nearly every post). “Loop held” is the longest
gap between two looks of the server's own \`/metrics\` at its event loop, less the ${LOOKS_EVERY} ms between two looks; over three idle
seconds before it was ${figure(idle, 1)} ms, which is what the machine itself adds.`,
    };
  } finally {
    await server.stop();
  }
}

function queryKinds(seed: number): QueryKind[] {
  const vocabulary = makeVocabulary();
  const random = seededRandom(seed);
  const word = (from: number, to: number) => vocabulary[from + Math.floor(random() * (to - from))] ?? '';
  const many = (count: number, make: () => string) => Array.from({ length: count }, make);
  return [
    { name: 'one ordinary word', queries: many(400, () => word(100, 5000)), isOrdinary: true },
    { name: 'two ordinary words', queries: many(400, () => `${word(100, 2000)} ${word(100, 2000)}`), isOrdinary: true },
    { name: 'a word typed in part', queries: many(200, () => word(3000, 20_000).slice(0, 5)), isOrdinary: true },
    { name: 'a rare word', queries: many(200, () => word(10_000, 20_000)), isOrdinary: true },
    { name: 'a very common word', queries: many(100, () => word(0, 20)), isOrdinary: false },
    {
      name: 'three very common words',
      queries: many(100, () => `${word(0, 20)} ${word(0, 20)} ${word(0, 20)}`),
      isOrdinary: false,
    },
    { name: 'a misspelt word', queries: many(200, () => misspelt(word(3000, 20_000), random)), isOrdinary: false },
    { name: 'two letters', queries: many(100, () => word(0, 5000).slice(0, 2)), isOrdinary: false },
  ];
}

/** Returns a word with one letter wrong, somewhere after the first. */
function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  return `${word.slice(0, at)}${word[at] === 'q' ? 'x' : 'q'}${word.slice(at + 1)}`;
}

function paths(queries: string[]): string[] {
  return queries.map((query) => `/api/search?q=${encodeURIComponent(query)}`);
}

/** Returns the share of posts that contain a word of this rank, by Zipf's law and 300 words for each post. */
function share(rank: number): string {
  const harmonic = Math.log(20_000) + 0.5772;
  const inPost = 1 - (1 - 1 / (rank * harmonic)) ** 300;
  return `${figure(inPost * 100, inPost < 0.05 ? 1 : 0)} %`;
}
