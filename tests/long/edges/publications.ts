import { setTimeout as wait } from 'node:timers/promises';
import { deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { askEdge, type EdgeAnswer } from './ask-edge.ts';
import type { EdgeStage } from './edge-stage.ts';

/** The milliseconds for which an edge may show the previous page after the server itself shows the new one. */
const WITHIN = 1000;
const GIVE_UP = 10_000;

export interface Publications {
  /** The milliseconds until each edge showed each change after the server itself did, by the edge's name. */
  times: Map<string, number[]>;
  faults: string[];
}

/**
 * Publishes, renames and takes posts down while each edge has the previous page, and measures when that page is gone.
 */
export async function watchPublications(stage: EdgeStage, count: number): Promise<Publications> {
  const found: Publications = { times: new Map(stage.edges.map(({ name }) => [name, []])), faults: [] };
  for (let number = 0; number < count; number += 1) {
    const slug = `fresh-${number}`;
    const title = `Fresh ${number} title`;
    await readOnce(stage, ['/', `/post/${slug}`, '/rss.xml']);
    const { id } = await stage.post(slug, { title });
    await seen(stage, found, `${slug} published`, [
      ['/', (page) => page.body.includes(title)],
      [`/post/${slug}`, ({ status, body }) => status === 200 && body.includes(title)],
      ['/rss.xml', (page) => page.body.includes(title)],
    ]);
    const renamed = `Renamed ${number} title`;
    await stage.origin.client.call(updatePost, { params: { id }, body: { title: renamed } });
    await seen(stage, found, `${slug} renamed`, [
      ['/', (page) => page.body.includes(renamed)],
      [`/post/${slug}`, (page) => page.body.includes(renamed)],
    ]);
    if (number % 2 === 0) continue;
    await stage.origin.client.call(deletePost, { params: { id } });
    await seen(stage, found, `${slug} taken down`, [
      ['/', (page) => !page.body.includes(renamed)],
      [`/post/${slug}`, ({ status }) => status === 404],
    ]);
  }
  return found;
}

async function readOnce({ edges }: EdgeStage, paths: readonly string[]): Promise<void> {
  for (const { port } of edges) for (const path of paths) await askEdge(port, path);
}

type Expectation = readonly [path: string, isShown: (answer: EdgeAnswer) => boolean];

async function seen(
  { edges, originPort }: EdgeStage,
  { times, faults }: Publications,
  what: string,
  expected: readonly Expectation[],
): Promise<void> {
  const started = performance.now();
  // The time of the request whose answer shows the change: a stale answer to a later request would be the edge's fault.
  const until = async (port: number) => {
    const each = await Promise.all(
      expected.map(async ([path, isShown]) => {
        for (;;) {
          const asked = performance.now() - started;
          if (isShown(await askEdge(port, path)) || asked > GIVE_UP) return asked;
          await wait(5);
        }
      }),
    );
    return Math.max(...each);
  };
  // A busy machine needs time to render; that is not a delay of an edge.
  const [own = 0, ...each] = await Promise.all([originPort, ...edges.map(({ port }) => port)].map(until));
  for (const [at, took] of each.entries()) {
    const { name = '' } = edges[at] ?? {};
    const lag = Math.max(0, took - own);
    times.get(name)?.push(lag);
    if (lag > WITHIN) faults.push(`${what}: on ${name} ${Math.round(lag)} ms after the server`);
  }
}
