import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { provenance } from '#shared/contract/posts/post.ts';
import { redirectFields } from '#shared/contract/redirects.ts';
import { exportedParts, noFormerAddresses } from './exported-parts.ts';

/** The file that identifies a folder as an export of ours. */
export const MANIFEST_FILE = 'ninefold-export.json';
/** The folder of an export's pictures. */
export const PICTURES = 'pictures';

/** A name that cannot lead to another folder: no slash, no leading dot. */
const plainName = z.string().regex(/^\w[\w.-]{0,200}$/);

/**
 * The data of an export besides its posts: the objects that their front matter names but cannot describe. `posts` and
 * the `file`s of `pictures` are the files that the export wrote, so that the next export can remove those that are
 * gone.
 */
const manifestSchema = z.object({
  product: z.literal('ninefold'),
  format: z.literal(1),
  posts: z.array(plainName.regex(/\.md$/)),
  /**
   * `file` is a name in pictures/, `filename` the name as served, `name` the name as uploaded; older exports have
   * neither `name` nor a focal point.
   */
  pictures: z.array(
    z.object({
      file: plainName,
      filename: plainName,
      title: z.string(),
      alt: z.string(),
      name: z.string().default(''),
      focus: z.string().default(''),
    }),
  ),
  /** The characters of a post's text in its file that a model wrote, by file; older exports do not have this field. */
  provenance: z.record(plainName, provenance).default({}),
  authors: z.array(z.object({ name: z.string(), email: z.string(), bio: z.string(), avatar: z.string().nullable() })),
  /** The owner's redirects; older exports have none. */
  redirects: z.array(redirectFields).default([]),
  /**
   * The current values of each codex; older exports have none. A codex that cannot be used is left out, and the others
   * are imported.
   */
  codices: z.array(z.object({ category: z.string(), codex: z.unknown() })).default([]),
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), description: z.string(), color: z.string(), icon: z.string() }),
  ),
  /** The addresses of pictures whose files are gone; the posts keep these addresses. */
  missing: z.array(z.string()).default([]),
  ...exportedParts,
});
export type Manifest = z.output<typeof manifestSchema>;

/** The manifest of an export that contains nothing yet. */
export const emptyManifest: Manifest = {
  ...{ product: 'ninefold', format: 1, posts: [], pictures: [], provenance: {}, authors: [], redirects: [] },
  ...{ codices: [], categories: [], missing: [], settings: {}, tags: [], formerAddresses: noFormerAddresses },
  ...{ prompts: [], subscribers: [], suppressed: [] },
};

/** A manifest as the text of its file. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The manifest of a folder; null when the folder has none and so is not an export. Throws ImportFault when it cannot be
 * read.
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ImportFault(`${MANIFEST_FILE} is damaged. Export anew into an empty folder.`, null, { cause });
  }
}
