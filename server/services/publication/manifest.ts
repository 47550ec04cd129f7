import { z } from 'zod';
import { publicSettings } from './public-settings.ts';

// The contents of the store for readers (docs/rules.md, "Published readers"). Pure: the code that reads and writes the
// store passes the data in.

/** The folder of the store for everything that is published. */
export const PUBLISHED_FOLDER = 'published';
/** The file that names the newest files. It is put last, on the condition that nobody else has put one meanwhile. */
export const MANIFEST_KEY = `${PUBLISHED_FOLDER}/manifest.json`;
/** Bytes; a manifest has a few hundred, and a larger file is not ours. */
export const LARGEST_MANIFEST = 64 * 1024;

const SUM = '[0-9a-f]{64}';
const sha256 = z.string().regex(new RegExp(`^${SUM}$`));
const bytes = z.int().min(0);

/** The key of a published database, by the SHA-256 of its compressed bytes. */
export const databaseKey = (sum: string): string => `${PUBLISHED_FOLDER}/db-${sum}.sqlite.zst`;
/** The key of a file of due posts, by the SHA-256 of its sealed bytes. */
export const dueKey = (sum: string): string => `${PUBLISHED_FOLDER}/due-${sum}.sealed`;

const PUBLISHED_NAME = new RegExp(`^(?:db-${SUM}\\.sqlite\\.zst|due-${SUM}\\.sealed)$`);
/** Whether a blob of the published folder (only its name) is one that some manifest names or has named. */
export const isPublishedName = (name: string): boolean => PUBLISHED_NAME.test(name);

const databaseFile = z
  .object({
    key: z.string(),
    /** The sum of the compressed bytes, in hex. */
    sha256,
    /** The compressed size. */
    bytes,
    /** The size of the database itself. */
    plainBytes: bytes,
  })
  .refine((file) => file.key === databaseKey(file.sha256), 'names another file than its sum');
const dueFile = z
  .object({ key: z.string(), /** Of the sealed bytes, in hex. */ sha256, bytes })
  .refine((file) => file.key === dueKey(file.sha256), 'names another file than its sum');

const manifestSchema = z.object({
  /** Raised when current readers could not read the new format. */
  format: z.literal(1),
  siteId: z.string().min(1).max(200),
  /** Rises by at least one with each publication of the site, whoever makes it. */
  number: z.int().min(1),
  /** The run of the server that published it: a name that is made at each start. */
  writer: z.string().min(1).max(200),
  /** The time at which the server's site was last restored from a backup, in milliseconds since 1970; 0 for never. */
  restoredAt: z.int().min(0).default(0),
  madeAt: z.iso.datetime(),
  /** The number of the last migration of its database (`user_version`). */
  migration: z.int().min(1),
  /** The version of the program that made it. */
  program: z.string().max(200),
  database: databaseFile,
  /** Posts that are due within a day after `madeAt`, sealed; null when there are none. */
  due: dueFile.nullable(),
  /** The part of the writer's configuration that every page shows. */
  settings: publicSettings.optional(),
});
export type PublishedManifest = z.output<typeof manifestSchema>;

/** Null for text that is not a manifest of a format that this program knows. */
export function parseManifest(text: string): PublishedManifest | null {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The form in which it is stored. */
export function manifestBytes(manifest: PublishedManifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest)}\n`);
}

/**
 * The reason why a reader must not change to the files of a manifest: it belongs to another site, comes from a newer
 * program, or is not newer than what the reader serves. `current` is null for a reader that has nothing yet.
 */
export function whyNotTaken(
  manifest: PublishedManifest,
  reader: { siteId: string | null; migration: number; current: { number: number } | null },
): 'other-site' | 'newer-program' | 'not-newer' | null {
  if (reader.siteId !== null && manifest.siteId !== reader.siteId) return 'other-site';
  if (manifest.migration > reader.migration) return 'newer-program';
  return reader.current !== null && manifest.number <= reader.current.number ? 'not-newer' : null;
}
