import { z } from 'zod';
import { DATABASE_FILE } from '#server/paths.ts';

/** The last two entries of a backup: the list of its contents, and the checksum of that list. */
export const MANIFEST = 'manifest.json';
export const MANIFEST_SUM = 'manifest.sha256';
/** The largest size of a manifest in bytes: a million pictures need less. */
export const LARGEST_MANIFEST = 256 * 1024 * 1024;

/**
 * The only names that an archive may contain besides its manifest. A name that leads elsewhere ("../x", "/etc/x",
 * "C:\x"), begins with a dot or contains a folder of its own does not match (abuse case 20).
 */
const ENTRY_NAME = /^(uploads|originals)\/[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** Whether an entry of this name belongs into a data folder. */
export function isEntryName(name: string): boolean {
  return name === DATABASE_FILE || (ENTRY_NAME.test(name) && !name.includes('..'));
}

export const manifestSchema = z.object({
  format: z.literal('ninefold-backup'),
  /** Raised when an older program cannot read the output of a newer one. */
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The id of the site that was backed up; a restore keeps it. */
  siteId: z.string().nullable(),
  /** The version of the program that made the backup. */
  program: z.string(),
  entries: z.array(
    z.object({
      name: z.string().refine(isEntryName),
      size: z.int().min(0),
      /** In hex. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** Files of the site's pictures that were lost before the backup was made. */
  missing: z.array(z.string().refine(isEntryName)),
});
export type Manifest = z.output<typeof manifestSchema>;
