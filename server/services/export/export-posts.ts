import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { exportedPictureAddresses, exportedPostIds } from '#server/repositories/export-rows.ts';
import { listPathRedirects } from '#server/repositories/path-redirects.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { moveProvenance } from '#shared/content/provenance/carry.ts';
import { slugify } from '#shared/content/slug.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { noProvenance } from '#shared/kernel/provenance.ts';
import { pick } from '#shared/kernel/record-of.ts';
import { exportedCodices } from '../codex-exchange.ts';
import type { Manifest } from './export-manifest.ts';
import { createPictureExport, picturesOf } from './export-pictures.ts';
import type { ExportTarget } from './export-target.ts';
import { exportedText, postFile } from './post-file.ts';
import { readParts } from './read-parts.ts';

/** The largest number of characters in a file name, without the extension. */
const LONGEST_NAME = 150;
/**
 * Names that Windows reserves for devices, with any extension (learn.microsoft.com, "Naming Files, Paths, and
 * Namespaces").
 */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

interface ExportOptions {
  /** A copy of the site's database (`openSiteCopy`), to which nobody writes meanwhile. */
  db: Executor;
  clock: Clock;
  pictures: PictureFiles;
  target: ExportTarget;
  /** Called after each post. */
  onProgress?: ((done: number, total: number, file: string) => void) | undefined;
}

export interface ExportReport {
  posts: number;
  pictures: number;
  /** The addresses of pictures whose files are gone, each once. */
  missingPictures: string[];
  /** The number of files of an earlier export whose posts or pictures are gone. */
  removed: number;
}

/**
 * Writes everything that an owner takes along: every post outside the bin, including drafts and scheduled posts, as
 * Markdown with front matter, the originals of all pictures, and all other data in the manifest. Importing the export
 * into the same site changes nothing, and importing it into an empty site gives the same site.
 */
export async function exportPosts({ db, clock, pictures, target, onProgress }: ExportOptions): Promise<ExportReport> {
  const scope = { kind: 'all', now: clock.now() } as const;
  const ids = await exportedPostIds(db);
  const nameOf = createFileNames();
  const exported = createPictureExport({ db, files: pictures, target });
  const posts: string[] = [];
  const provenance: Manifest['provenance'] = {};

  for (const id of ids) {
    const post = await findById(db, id, scope);
    if (!post) continue;
    await exported.take(picturesOf(post));
    const name = nameOf(post.slug);
    const text = exportedText(post, exported.known);
    await target.writePost(name, postFile(post, text, exported.known));
    const moved = moveProvenance(post.content, text, post.provenance ?? noProvenance);
    if (moved.ranges.length > 0) provenance[name] = moved;
    posts.push(name);
    onProgress?.(posts.length, ids.length, name);
  }
  const authors = (await listAuthorRecords(db)).map((author) => pick(author, ['name', 'email', 'bio', 'avatar']));
  await exported.take(authors.flatMap(({ avatar }) => avatar ?? []));
  await exported.take(await exportedPictureAddresses(db));
  const { known, notes, missing } = exported;
  const removed = await target.finish({
    product: 'ninefold',
    format: 1,
    posts,
    provenance,
    pictures: notes(),
    authors: authors.map((author) => ({ ...author, avatar: known.get(author.avatar ?? '')?.path ?? author.avatar })),
    redirects: (await listPathRedirects(db)).map((redirect) => pick(redirect, ['path', 'target', 'status'])),
    codices: await exportedCodices(db, clock),
    categories: (await listCategories(db, 0)).map((category) =>
      pick(category, ['slug', 'name', 'description', 'color', 'icon']),
    ),
    missing: [...missing],
    ...(await readParts(db)),
  });
  return { posts: posts.length, pictures: notes().length, missingPictures: [...missing], removed };
}

/**
 * Gives each slug a unique file name that is safe on every system: lower-case letters, digits and hyphens. The same
 * slugs in the same order get the same names.
 */
function createFileNames(): (slug: string) => string {
  const given = new Set<string>();
  return (slug) => {
    const plain = slugify(slug).slice(0, LONGEST_NAME).replace(/-$/, '') || 'post';
    const base = devices.test(plain) ? `post-${plain}` : plain;
    let name = base;
    for (let number = 2; given.has(name); number += 1) name = `${base}-${number}`;
    given.add(name);
    return `${name}.md`;
  };
}
