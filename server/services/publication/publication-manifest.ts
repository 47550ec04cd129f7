import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';

/** What a place holds that was published: written last, it makes a publication one. */
export const MANIFEST_KEY = 'published-site.json';
/** What is being published, or was when the program ended: the files that may be of either publication. */
export const PLAN_KEY = 'published-site.next.json';

const FORMAT = 'ninefold-published-site';

/**
 * How pages lie in a place: `folders` for hosts that serve files ("post/tea/index.html"), `exact` for object stores, where
 * a key is the address itself and says its type ("post/tea").
 */
const layouts = ['folders', 'exact'] as const;
export type Layout = (typeof layouts)[number];

const fileSchema = z.object({
  /** In hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  type: z.string(),
  /** No page names it any more; pages that browsers and hosts keep may, so it stays for one publication. */
  leaving: z.literal(true).optional(),
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  siteId: z.string(),
  /** Rises with each publication that has changed something. */
  number: z.int().min(1),
  layout: z.enum(layouts),
  /** By their keys. The manifest is not among them, nor the plan. */
  files: z.record(z.string(), fileSchema),
});
export type PublicationManifest = Omit<z.output<typeof manifestSchema>, 'format' | 'version'>;
export type ManifestFile = z.output<typeof fileSchema>;

const planSchema = z.object({
  format: z.literal(`${FORMAT}-plan`),
  version: z.literal(1),
  siteId: z.string(),
  /** Of the publication it becomes. */
  number: z.int().min(1),
  /** The keys of what is written … */
  writes: z.array(z.string()),
  /** … and, when the manifest stands, deleted. */
  deletes: z.array(z.string()),
});
export type PublicationPlan = Omit<z.output<typeof planSchema>, 'format' | 'version'>;

export const manifestBytes = (manifest: PublicationManifest) =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, version: 1, ...manifest })}\n`);
export const planBytes = (plan: PublicationPlan) =>
  Buffer.from(`${JSON.stringify({ format: `${FORMAT}-plan`, version: 1, ...plan })}\n`);

/** What was read, and the etag under which it may be replaced. */
interface Read<T> {
  value: T;
  etag: string;
}

export const readManifest = (store: BlobStore) => read(store, MANIFEST_KEY, manifestSchema);
export const readPlan = (store: BlobStore) => read(store, PLAN_KEY, planSchema);

/** Null where there is none. Throws BlobFault for what is none of ours, or broken. */
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
