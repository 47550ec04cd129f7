import { parentPort } from 'node:worker_threads';
import { NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import type { ImportSource } from '#server/services/import/import-source.ts';
import { listPosts } from '#server/services/import/list-posts.ts';
import { openSource } from '#server/services/import/sources.ts';

// node --expose-gc read-export.ts PATH: reads an export to its end in a separate process, as an import does, and
// writes, as JSON, what it found and the most memory that was in use.

export interface ReadExport {
  posts: number;
  unread: number;
  items: number;
  /** The highest memory in use, in MB (10⁶ bytes), on the heap and outside it, after garbage was collected. */
  inUse: number;
  /** The most memory that the process had from the system, in use or free. */
  resident: number;
  seconds: number;
}

/** The number of entries between two measurements of the memory: a measurement takes a tenth of a second. */
const EACH = 2000;

async function readExport(path: string): Promise<ReadExport> {
  const started = performance.now();
  const found = { posts: 0, unread: 0, items: 0, inUse: 0 };
  let seen = 0;
  const look = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    found.inUse = Math.max(found.inUse, (heapUsed + external) / 1e6);
  };
  const source = await openSource(path);
  look();
  const watched: ImportSource = {
    ...source,
    async *posts() {
      for await (const post of source.posts()) {
        found['fault' in post ? 'unread' : 'posts'] += 1;
        if (++seen % EACH === 0) look();
        yield post;
      }
    },
  };
  const blog = await openBlog();
  // The data of each post that an import keeps until its end.
  const listing = await listPosts(watched, blog.db, NOW);
  await blog.close();
  look();
  for await (const _ of source.items()) {
    found.items += 1;
    if (++seen % EACH === 0) look();
  }
  look();
  if (listing.posts.length !== found.posts + found.unread) throw new Error('The list is not that of the posts');
  await source.close();
  const resident = (process.resourceUsage().maxRSS * 1024) / 1e6;
  return { ...found, resident, seconds: (performance.now() - started) / 1000 };
}

if (import.meta.main && parentPort === null) {
  console.log(JSON.stringify(await readExport(process.argv[2] ?? '')));
}
