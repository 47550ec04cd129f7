import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobCondition, BlobLabels, BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { inOrder } from '../import/in-order.ts';
import {
  type Layout,
  MANIFEST_KEY,
  type ManifestFile,
  manifestBytes,
  PLAN_KEY,
  type PublicationPlan,
  planBytes,
} from './publication-manifest.ts';
import { named, readTarget, type Target } from './read-target.ts';

/**
 * The order in which files are put: files that pages name exist before the pages. The content of a name in `assets`
 * never changes, and pages cached elsewhere may still name these files when the pages of this site do not.
 */
const fileKinds = ['asset', 'picture', 'other', 'page'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface FileToPublish {
  key: string;
  kind: FileKind;
  bytes: Buffer;
  /** The metadata of the file in an object store. */
  labels: BlobLabels & { type: string };
}

/** The number of files that are transferred at the same time. */
const AT_ONCE = 4;

export interface PublishOptions {
  store: BlobStore;
  siteId: string;
  layout: Layout;
  /** Each key once. */
  files: AsyncIterable<FileToPublish>;
  /** A folder on this machine for changed files, until all of them are known. */
  workFolder: string;
  onPut?: ((done: number, total: number, key: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Published {
  /** The number of the publication that is in place now. */
  number: number;
  files: number;
  bytes: number;
  /** The keys that were put, and those that were deleted. */
  written: string[];
  deleted: string[];
}

interface Waiting {
  key: string;
  kind: FileKind;
  labels: FileToPublish['labels'];
  /** A file on this machine that has its bytes. */
  file: string;
}

interface Gathered {
  files: Record<string, ManifestFile>;
  waiting: Waiting[];
}

/**
 * Publishes files: puts new and changed files, then a manifest of all files, then deletes earlier published files that
 * are not among them. Files that were not published by us are never overwritten or deleted. If it is interrupted at any
 * moment, each file is completely the old or the new one, and the next run completes the publication.
 * @throws BlobFault when the place is not ours, another publication comes in between, or the store fails.
 */
export async function publishFiles(options: PublishOptions): Promise<Published> {
  const { store, siteId, layout, signal } = options;
  const target = await readTarget(store, siteId);
  await mkdir(options.workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(options.workFolder, 'publication-'));
  try {
    const { files, waiting } = await gather(options, target, folder);
    const remaining = keepLeaving(target, files);
    const deletes = [...target.present.keys()].filter((key) => isLeft(key, target, remaining));
    const all = Object.values(files);
    const summary = { files: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    if (waiting.length === 0 && deletes.length === 0 && !target.isUnfinished && sameKeys(target.files, remaining))
      return { ...summary, number: target.number, written: [], deleted: [] };
    const number = target.number + 1;
    const plan = await announce(store, target, { siteId, number, writes: waiting.map(({ key }) => key), deletes });
    await putAll(options, waiting);
    signal?.throwIfAborted();
    if ((await store.head(PLAN_KEY))?.etag !== plan) throw overtaken(store);
    const manifest = manifestBytes({ siteId, number, layout, files: sorted(remaining) });
    const labels = { type: 'application/json', cacheControl: 'no-cache' };
    if (!(await store.putIf(MANIFEST_KEY, manifest, conditionOf(target.manifestEtag), labels))) throw overtaken(store);
    for (const key of deletes) await remove(store, key);
    await store.delete(PLAN_KEY);
    return { ...summary, number, written: waiting.map(({ key }) => key), deleted: deletes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads all files; new and changed ones are stored in `folder` for the time being. */
async function gather({ files, store, signal }: PublishOptions, target: Target, folder: string): Promise<Gathered> {
  const gathered: Gathered = { files: {}, waiting: [] };
  const taken: string[] = [];
  for await (const { key, kind, bytes, labels } of files) {
    signal?.throwIfAborted();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    gathered.files[key] = { sha256, bytes: bytes.length, type: labels.type };
    const before = target.files[key];
    const isThere = target.present.get(key) === bytes.length && !target.uncertain.has(key);
    if (isThere && before?.sha256 === sha256 && before.type === labels.type) continue;
    const link = linkAbove(key, target.links);
    if (link !== undefined) taken.push(link);
    else if (target.present.has(key) && !target.isOurs(key)) taken.push(key);
    const file = path.join(folder, String(gathered.waiting.length));
    await writeFile(file, bytes);
    gathered.waiting.push({ key, kind, labels, file });
  }
  if (taken.length === 0) return gathered;
  throw new BlobFault(
    'misplaced',
    `${store.address} holds files that Ninefold did not publish, where pages of the site belong: ${named([...new Set(taken)])}. Take them away first: nothing of others is written over.`,
  );
}

/** The link at or above a key, through which its file would be written to another place. */
function linkAbove(key: string, links: ReadonlySet<string>): string | undefined {
  const names = key.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/')).find((each) => links.has(each));
}

/**
 * The files that the new manifest names: the published files, and for one more publication the assets that were named
 * until now.
 */
function keepLeaving(target: Target, files: Record<string, ManifestFile>): Record<string, ManifestFile> {
  const remaining = { ...files };
  for (const [key, file] of Object.entries(target.files)) {
    if (remaining[key] || file.leaving || !key.startsWith('assets/') || !target.present.has(key)) continue;
    remaining[key] = { ...file, leaving: true };
  }
  return remaining;
}

function isLeft(key: string, { isOurs }: Target, kept: Record<string, ManifestFile>): boolean {
  return isOurs(key) && kept[key] === undefined && key !== MANIFEST_KEY && key !== PLAN_KEY;
}

function sameKeys(before: Readonly<Record<string, unknown>>, now: Record<string, unknown>): boolean {
  const keys = Object.keys(before);
  return keys.length === Object.keys(now).length && keys.every((key) => now[key] !== undefined);
}

/** Writes the plan; returns its etag, which shows later that nobody else has begun since. */
async function announce(store: BlobStore, target: Target, plan: PublicationPlan): Promise<string> {
  // Files that an unfinished publication may have written are ours too, until a manifest says so.
  const writes = [...new Set([...plan.writes, ...target.uncertain])];
  const put = await store.putIf(PLAN_KEY, planBytes({ ...plan, writes }), conditionOf(target.planEtag), {
    type: 'application/json',
    cacheControl: 'no-store',
  });
  if (put === null) throw overtaken(store);
  return put.etag;
}

const conditionOf = (etag: string | null): BlobCondition => (etag === null ? { isNew: true } : { etag });

function overtaken({ address }: BlobStore): BlobFault {
  return new BlobFault(
    'misplaced',
    `Another publication to ${address} has begun meanwhile. This one has stopped; publish once more when that is done.`,
  );
}

async function putAll({ store, onPut, signal }: PublishOptions, waiting: readonly Waiting[]): Promise<void> {
  let done = 0;
  for (const kind of fileKinds) {
    const put = async ({ key, labels, file }: Waiting) => {
      signal?.throwIfAborted();
      await store.put(key, { file }, labels);
      done += 1;
      onPut?.(done, waiting.length, key);
    };
    // The loop only runs the iterator to its end; the work is done in `put`.
    for await (const _ of inOrder(
      waiting.filter((each) => each.kind === kind),
      AT_ONCE,
      put,
    ));
  }
}

/**
 * Deletes a file and, in a folder, the folders that are then empty: some hosts answer differently for an empty folder
 * than for a missing one.
 */
async function remove(store: BlobStore, key: string): Promise<void> {
  await store.delete(key);
  if (store.folder === null) return;
  for (let within = path.dirname(key); within !== '.'; within = path.dirname(within)) {
    const isGone = await rmdir(path.join(store.folder, within)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

const sorted = (files: Record<string, ManifestFile>) =>
  Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
