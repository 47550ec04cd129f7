import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';

/** The list of published files in a place; it is written last and completes a publication. */
export const MANIFEST_KEY = 'published-site.json';
/**
 * The plan of the publication that is running, or that was running when the program ended: the files that may belong to
 * either publication.
 */
export const PLAN_KEY = 'published-site.next.json';

const FORMAT = 'ninefold-published-site';

/**
 * The layout of pages in a place: `folders` for hosts that serve files ("post/tea/index.html"), `exact` for object
 * stores, where a key is the address itself and has a media type ("post/tea").
 */
const layouts = ['folders', 'exact'] as const;
export type Layout = (typeof layouts)[number];

const fileSchema = z.object({
  /** In hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  type: z.string(),
  /** No page names the file any more; pages cached by browsers and hosts may, so it stays for one more publication. */
  leaving: z.literal(true).optional(),
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  siteId: z.string(),
  /** Rises with each publication that has changed something. */
  number: z.int().min(1),
  layout: z.enum(layouts),
  /** By key. Neither the manifest nor the plan is included. */
  files: z.record(z.string(), fileSchema),
});
export type PublicationManifest = Omit<z.output<typeof manifestSchema>, 'format' | 'version'>;
export type ManifestFile = z.output<typeof fileSchema>;

const planSchema = z.object({
  format: z.literal(`${FORMAT}-plan`),
  version: z.literal(1),
  siteId: z.string(),
  /** The number of the publication that it becomes. */
  number: z.int().min(1),
  /** The keys of the files that are written … */
  writes: z.array(z.string()),
  /** … and of those that are deleted after the manifest is written. */
  deletes: z.array(z.string()),
});
export type PublicationPlan = Omit<z.output<typeof planSchema>, 'format' | 'version'>;

export const manifestBytes = (manifest: PublicationManifest) =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, version: 1, ...manifest })}\n`);
export const planBytes = (plan: PublicationPlan) =>
  Buffer.from(`${JSON.stringify({ format: `${FORMAT}-plan`, version: 1, ...plan })}\n`);

/** A value that was read, and the etag under which it may be replaced. */
interface Read<T> {
  value: T;
  etag: string;
}

export const readManifest = (store: BlobStore) => read(store, MANIFEST_KEY, manifestSchema);
export const readPlan = (store: BlobStore) => read(store, PLAN_KEY, planSchema);

/** Null when there is none. Throws BlobFault for a file that is not ours, or is damaged. */
async function read<T>(store: BlobStore, key: string, schema: z.ZodType<T>): Promise<Read<T> | null> {
  const found = await store.get(key);
  if (found === null) return null;
  const parsed = schema.safeParse(jsonOf(await text(found.body)));
  if (parsed.success) return { value: parsed.data, etag: found.head.etag };
  throw new BlobFault(
    'misplaced',
    `${key} in ${store.address} is not as this version of Ninefold writes it, so what else is there may not be ours. Name another place, or empty this one.`,
  );
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
