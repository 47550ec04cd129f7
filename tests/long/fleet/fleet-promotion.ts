import { setTimeout as wait } from 'node:timers/promises';
import { getPublication } from '#shared/contract/operation/publication.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import type { Owner } from '#tests/faults/owner.ts';
import { askEdge } from '../edges/ask-edge.ts';
import type { FleetStage, Machine } from './fleet-stage.ts';

/** The milliseconds within which each stage must be reached, on a machine with other work. */
const WITHIN = 120_000;
/** The seconds in which nothing of the old writer may reach readers. */
const STILL = 15;

/**
 * Makes another machine the writer and starts the old one again: readers must switch to the new writer's publications,
 * and the old writer must stop. Returns the figures as text, and the faults.
 */
export async function promoteAnother(stage: FleetStage): Promise<{ lines: string[]; faults: string[] }> {
  const { readers, writer } = stage;
  const faults: string[] = [];
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const end = Date.now() + WITHIN;
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) return void faults.push(`${what}: not within ${WITHIN / 1000} s`);
      await wait(200);
    }
  };
  const everywhere = async (slug: string) => {
    const found = await Promise.all(readers.map(({ port }) => askEdge(port, `/post/${slug}`)));
    return found.every(({ status }) => status === 200);
  };
  await stage.backUp();
  const before = Math.max(...(await Promise.all(readers.map(numberOf))));
  await writer.down();
  const started = performance.now();
  await stage.promote();
  const listened = (performance.now() - started) / 1000;
  const owner = await stage.owner();
  await publish(owner, 'by-the-promoted');
  await until('What the promoted writer writes is at all readers', () => everywhere('by-the-promoted'));
  const shown = (performance.now() - started) / 1000;
  const after = await Promise.all(readers.map(numberOf));
  if (after.some((number) => number <= before)) faults.push(`The number was ${before}, and is ${after.join(', ')}`);

  const old = await stage.comeBack();
  const stateOf = (each: Owner) => each.client.call(getPublication).then(({ state }) => state);
  await until('The old writer has stopped publishing', async () => (await stateOf(old.owner)) === 'stopped');
  await publish(old.owner, 'by-the-old');
  await wait(STILL * 1000);
  const strange = await Promise.all(readers.map(({ port }) => askEdge(port, '/post/by-the-old')));
  for (const [at, { status }] of strange.entries())
    if (status !== 404) faults.push(`${readers[at]?.name} answers ${status} for what the old writer has written`);
  const { failure } = await old.owner.client.call(getPublication);
  if (!failure?.message.includes('put back from a backup')) faults.push(`The old writer says: ${failure?.message}`);
  await publish(owner, 'and-again-by-the-promoted');
  await until('The promoted writer goes on', () => everywhere('and-again-by-the-promoted'));
  const lines = [
    `From the order to make another machine the writer (restore of the newest backup, start) until it listened: ${listened.toFixed(1)} s; until all readers showed what was written there then: ${shown.toFixed(1)} s, as a publication of a number above the old ones.`,
    `The old writer, started again beside it, stopped publishing and said why; for ${STILL} s nothing of what was written there came to a reader, and what the new one wrote after that did.`,
  ];
  return { lines, faults };
}

/** Returns the number of the publication that a reader serves. */
async function numberOf({ port }: Machine): Promise<number> {
  // Only under this name are the metrics answered without a token.
  const { body } = await askEdge(port, '/metrics', { headers: { host: `127.0.0.1:${port}` } });
  const [, number] = /^ninefold_reader_publication_number (\d+)$/m.exec(body.toString('utf8')) ?? [];
  if (number === undefined) throw new Error('A reader does not say which publication it serves.');
  return Number(number);
}

async function publish({ client }: Owner, slug: string): Promise<void> {
  const fields = { title: slug, excerpt: 'About it.', content: 'Its text.', categoryId: 1, readTime: 1 };
  await client.call(createPost, { body: { ...fields, slug, published: true } });
}
