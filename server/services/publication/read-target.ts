import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import {
  MANIFEST_KEY,
  type ManifestFile,
  PLAN_KEY,
  type PublicationPlan,
  readManifest,
  readPlan,
} from './publication-manifest.ts';

/** Names shown of what stands in the way. */
const MOST_NAMED = 5;
/** What a host of files keeps in the very folder it serves. */
const OF_HOSTS = /^(\.git|CNAME$)/;

/** What a place holds before something is published there. */
export interface Target {
  /** Of the last publication that was finished; 0 for none. */
  number: number;
  files: Readonly<Record<string, ManifestFile>>;
  manifestEtag: string | null;
  planEtag: string | null;
  /** Keys that an unfinished publication may have written: what they hold is not known. */
  uncertain: ReadonlySet<string>;
  /** Whether a publication has left something to do. */
  isUnfinished: boolean;
  /** Bytes of each file that is there, by key. */
  present: ReadonlyMap<string, number>;
  /** Whether a file was put there by us. */
  isOurs: (key: string) => boolean;
  /** Keys of links in a folder: what is put at or below one may come to lie elsewhere. */
  links: ReadonlySet<string>;
}

/**
 * Looks at a place in which a site is to be published.
 * @throws BlobFault where it is another site's, or holds files and none of ours.
 */
export async function readTarget(store: BlobStore, siteId: string): Promise<Target> {
  const [manifest, plan] = [await readManifest(store), await readPlan(store)];
  for (const found of [manifest, plan]) {
    if (found !== null && found.value.siteId !== siteId)
      throw new BlobFault('misplaced', `${store.address} holds another site that was published. Name another place.`);
  }
  const present = new Map<string, number>();
  for await (const { key, size } of store.list('', { isDeep: true })) present.set(key, size);
  const number = manifest?.value.number ?? 0;
  const files = manifest?.value.files ?? {};
  const planned = plan === null ? [] : keysOf(plan.value);
  const ours = new Set([...Object.keys(files), ...planned, MANIFEST_KEY, PLAN_KEY]);
  const links = await linksIn(store);
  const foreign = [...new Set([...present.keys(), ...links])].filter((key) => !ours.has(key) && !OF_HOSTS.test(key));
  if (manifest === null && plan === null && foreign.length > 0)
    throw new BlobFault(
      'misplaced',
      `${store.address} holds files that Ninefold did not publish: ${named(foreign)}. Name an empty place: nothing there is written over.`,
    );
  return {
    number,
    files,
    manifestEtag: manifest?.etag ?? null,
    planEtag: plan?.etag ?? null,
    uncertain: new Set(plan !== null && plan.value.number > number ? plan.value.writes : []),
    isUnfinished: plan !== null,
    present,
    isOurs: (key) => ours.has(key),
    links,
  };
}

/** Symbolic links of a folder, which the store does not go through; none in an object store. */
async function linksIn({ folder }: BlobStore): Promise<Set<string>> {
  if (folder === null) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    // The folder is made by the first file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  return new Set(
    links.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/')),
  );
}

const keysOf = ({ writes, deletes }: PublicationPlan) => [...writes, ...deletes];

/** A few keys, in words for the owner. */
export function named(keys: readonly string[]): string {
  const rest = keys.length - MOST_NAMED;
  return `${keys.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
