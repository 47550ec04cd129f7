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
 * In which order files are put: what pages name is there before they are. Of `assets` no byte ever changes under its name,
 * and pages that are kept elsewhere may name them still when this site's do not.
 */
const fileKinds = ['asset', 'picture', 'other', 'page'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface FileToPublish {
  key: string;
  kind: FileKind;
  bytes: Buffer;
  /** What an object store says of it. */
  labels: BlobLabels & { type: string };
}

/** Files on their way at a time. */
const AT_ONCE = 4;

export interface PublishOptions {
  store: BlobStore;
  siteId: string;
  layout: Layout;
  /** Each key once. */
  files: AsyncIterable<FileToPublish>;
  /** On this machine: for what has changed, until all of it is known. */
  workFolder: string;
  onPut?: ((done: number, total: number, key: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Published {
  /** Of the publication that stands there now. */
  number: number;
  files: number;
  bytes: number;
  /** Keys that were put, and that were deleted. */
  written: string[];
  deleted: string[];
}

interface Waiting {
  key: string;
  kind: FileKind;
  labels: FileToPublish['labels'];
  /** Of this machine, with its bytes. */
  file: string;
}

interface Gathered {
  files: Record<string, ManifestFile>;
  waiting: Waiting[];
}

/**
 * Publishes files: puts those that are not there with these bytes, then a manifest of all of them, then deletes what was
 * published before and is not among them. Nothing it did not put there is written over or deleted. Ended at any moment,
 * each file is the old or the new one, whole, and the next run completes it.
 * @throws BlobFault where the place is not ours, another publication comes in between, or the store does not do it.
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

/** Takes in all files; those that are not there with these bytes wait in `folder`. */
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

/** The link that a key lies at or below, through which a file would be written elsewhere. */
function linkAbove(key: string, links: ReadonlySet<string>): string | undefined {
  const names = key.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/')).find((each) => links.has(each));
}

/** What the manifest names: the files, and for one publication more the assets that were named until now. */
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

/** Says what is about to be done; gives the etag by which it is seen that nobody else has begun since. */
async function announce(store: BlobStore, target: Target, plan: PublicationPlan): Promise<string> {
  // What an unfinished one may have written is ours too, until a manifest says so.
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
    // Walked to its end for what is done on the way.
    for await (const _ of inOrder(
      waiting.filter((each) => each.kind === kind),
      AT_ONCE,
      put,
    ));
  }
}

/** Deletes a file, and in a folder the folders that are empty then: some hosts answer for them otherwise than for nothing. */
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
