import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { Layout } from '#server/services/publication/publication-manifest.ts';
import { keyOf } from './published-address.ts';

/** What a host of files answers. `key` is the file's, null where there is none: then it is the page that says so. */
export interface HostAnswer {
  status: 200 | 404;
  key: string | null;
  bytes: Buffer;
}

/**
 * Answers as a plain host of published files does: the file of the very name, else the index of the folder (nginx:
 * `try_files $uri $uri/index.html =404`); in an object store the key alone, and the index for "/".
 */
export function createStaticHost(store: BlobStore, layout: Layout): (path: string) => Promise<HostAnswer> {
  const read = async (key: string | null): Promise<Buffer | null> => {
    const found = key === null ? null : await store.get(key);
    return found && buffer(found.body);
  };
  return async (path) => {
    for (const key of new Set([keyOf(path, layout, false), keyOf(path, layout, true)])) {
      const bytes = await read(key);
      if (bytes) return { status: 200, key, bytes };
    }
    return { status: 404, key: null, bytes: (await read('404.html')) ?? Buffer.alloc(0) };
  };
}
