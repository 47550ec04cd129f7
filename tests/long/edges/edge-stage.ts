import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listCategories } from '#shared/contract/categories.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { freePort } from '#tests/free-port.ts';
import { SITE } from './ask-edge.ts';
import { type LazyEdge, startLazyEdge } from './lazy-edge.ts';
import { type Edge, startNginxEdge, startVarnish } from './start-edges.ts';

const TOKEN = 'the-server-says-so-to-its-edges';
/** The number of posts on the site at the beginning. */
const POSTS = 24;
const METRICS_TOKEN = 'let-me-see';

/**
 * One server, and three edges in front of it: two Varnish, one nginx; and one that can be made to ignore what it is
 * told.
 */
export interface EdgeStage {
  origin: BuiltServer;
  originPort: number;
  edges: readonly Edge[];
  lazy: LazyEdge;
  /** Bearer token of `/metrics`. */
  metricsToken: string;
  /** Publishes a post, or stores a draft; resolves when the server has it. */
  post(slug: string, fields?: Partial<{ title: string; published: boolean }>): Promise<{ id: number; version: number }>;
  close(): Promise<void>;
}

export const slugOf = (number: number) => `read-${number}`;

export async function openEdgeStage(): Promise<EdgeStage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-edges-'));
  const [first, second, third, fourth] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const running: { stop(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(running.map((each) => each.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const origin = await startBuiltServer('http://127.0.0.1:1/v1', {
      SITE_URL: `http://${SITE}`,
      METRICS_TOKEN,
      EDGE_PURGE_URL: [first, second, fourth].map((port) => `http://127.0.0.1:${port}/`).join(','),
      EDGE_PURGE_TOKEN: TOKEN,
    });
    running.push({ stop: () => origin.remove() });
    const originPort = Number(new URL(origin.address).port);
    const place = (name: string, port: number) => ({
      ...{ name, port, originPorts: [originPort] },
      folder: path.join(folder, name),
    });
    const edges: Edge[] = [];
    const add = (edge: Edge) => {
      edges.push(edge);
      running.unshift(edge);
    };
    add(await startVarnish(place('varnish-1', first), TOKEN));
    add(await startVarnish(place('varnish-2', second), TOKEN));
    add(await startNginxEdge(place('nginx', third)));
    const lazy = await startLazyEdge(fourth, originPort);
    running.unshift(lazy);
    const [category] = await origin.client.call(listCategories);
    const post: EdgeStage['post'] = (slug, fields = {}) =>
      origin.client.call(createPost, {
        body: {
          title: `Title of ${slug}`,
          slug,
          excerpt: 'What it is about.',
          content: `The text of ${slug}, long enough to be read.`,
          categoryId: category?.id ?? 1,
          readTime: 1,
          published: true,
          ...fields,
        },
      });
    for (let number = 0; number < POSTS; number += 1) await post(slugOf(number));
    return { origin, originPort, edges, lazy, metricsToken: METRICS_TOKEN, post, close };
  } catch (error) {
    await close();
    throw error;
  }
}
