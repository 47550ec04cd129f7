import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { provenance } from '#shared/contract/posts/post.ts';
import { redirectFields } from '#shared/contract/redirects.ts';
import { exportedParts, noFormerAddresses } from './exported-parts.ts';

/** The file that makes a folder an export of ours. */
export const MANIFEST_FILE = 'ninefold-export.json';
/** Where an export keeps its pictures. */
export const PICTURES = 'pictures';

/** A name that cannot lead anywhere: no slash, no leading dot. */
const plainName = z.string().regex(/^\w[\w.-]{0,200}$/);

/**
 * What an export holds beside its posts: what their front matter names and cannot say. `posts` and the `file`s of
 * `pictures` are what the export wrote, so that the next one can take away what is gone.
 */
const manifestSchema = z.object({
  product: z.literal('ninefold'),
  format: z.literal(1),
  posts: z.array(plainName.regex(/\.md$/)),
  /** `file` under pictures/, `filename` as it was served, `name` as it was uploaded; older exports say neither that nor a focal point. */
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
  /** Which characters of a post's text in its file a model wrote, by the file; older exports say nothing of it. */
  provenance: z.record(plainName, provenance).default({}),
  authors: z.array(z.object({ name: z.string(), email: z.string(), bio: z.string(), avatar: z.string().nullable() })),
  /** The owner's; older exports have none. */
  redirects: z.array(redirectFields).default([]),
  /** What counts of each; older exports have none. One that cannot be used is left out, and the rest is brought. */
  codices: z.array(z.object({ category: z.string(), codex: z.unknown() })).default([]),
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), description: z.string(), color: z.string(), icon: z.string() }),
  ),
  /** Addresses of pictures whose files are gone: the posts keep them. */
  missing: z.array(z.string()).default([]),
  ...exportedParts,
});
export type Manifest = z.output<typeof manifestSchema>;

/** What an export says of itself before it holds anything. */
export const emptyManifest: Manifest = {
  ...{ product: 'ninefold', format: 1, posts: [], pictures: [], provenance: {}, authors: [], redirects: [] },
  ...{ codices: [], categories: [], missing: [], settings: {}, tags: [], formerAddresses: noFormerAddresses },
  ...{ prompts: [], subscribers: [], suppressed: [] },
};

/** A manifest as its file has it. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The manifest of a folder; null when it has none and so is no export. Throws ImportFault when it cannot be read. */
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
