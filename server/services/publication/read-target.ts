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

/** The largest number of names that a message about obstacles shows. */
const MOST_NAMED = 5;
/** Files that a file host keeps in the very folder that it serves. */
const OF_HOSTS = /^(\.git|CNAME$)/;

/** The contents of a place before something is published there. */
export interface Target {
  /** The number of the last finished publication; 0 for none. */
  number: number;
  files: Readonly<Record<string, ManifestFile>>;
  manifestEtag: string | null;
  planEtag: string | null;
  /** Keys that an unfinished publication may have written: their contents are unknown. */
  uncertain: ReadonlySet<string>;
  /** Whether an earlier publication was not finished. */
  isUnfinished: boolean;
  /** The size in bytes of each existing file, by key. */
  present: ReadonlyMap<string, number>;
  /** Whether a file was put there by us. */
  isOurs: (key: string) => boolean;
  /** The keys of links in a folder: a file that is put at or below one may end up in another place. */
  links: ReadonlySet<string>;
}

/**
 * Reads the contents of a place in which a site is to be published.
 * @throws BlobFault when the place belongs to another site, or contains files but none of ours.
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

/** The symbolic links of a folder, which the store does not follow; none in an object store. */
async function linksIn({ folder }: BlobStore): Promise<Set<string>> {
  if (folder === null) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    // The folder does not exist yet; the first file creates it.
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
