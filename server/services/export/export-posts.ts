import path from 'node:path';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { findImage, pictureRecords } from '#server/repositories/images.ts';
import { listPathRedirects } from '#server/repositories/path-redirects.ts';
import { listPosts } from '#server/repositories/posts/post-lists.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { moveProvenance } from '#shared/content/provenance/carry.ts';
import { slugify } from '#shared/content/slug.ts';
import type { Post } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { noProvenance } from '#shared/kernel/provenance.ts';
import { openExportFolder } from './export-folder.ts';
import { type Manifest, PICTURES } from './export-manifest.ts';
import { exportedText, postFile } from './post-file.ts';

/** Characters of a file's name at most, without the ending. */
const LONGEST_NAME = 150;
/** Names Windows keeps for devices, with any ending (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const OWN_PICTURE = /\/uploads\/[\w.-]+/g;

interface ExportOptions {
  db: Executor;
  clock: Clock;
  pictures: PictureFiles;
  folder: string;
  /** After each post. */
  onProgress?: ((done: number, total: number, file: string) => void) | undefined;
}

export interface ExportReport {
  posts: number;
  pictures: number;
  /** Addresses of pictures whose files are gone, each once. */
  missingPictures: string[];
  /** Files of an earlier export that stood for what is no more. */
  removed: number;
}

/**
 * Writes every post outside the bin, drafts and scheduled ones too, as Markdown with front matter, and the originals of
 * the pictures they show. An import of it changes nothing, and into an empty site gives the same posts.
 * @throws ImportFault for a folder that holds something else.
 */
export async function exportPosts({ db, clock, pictures, folder, onProgress }: ExportOptions): Promise<ExportReport> {
  const scope = { kind: 'all', now: clock.now() } as const;
  const target = await openExportFolder(folder);
  const { items } = await listPosts(db, { scope });
  const ids = items.map(({ id }) => id).sort((a, b) => a - b);
  const nameOf = createFileNames();
  const missing = new Set<string>();
  const exported = new Map<string, { path: string; alt: string; note: Manifest['pictures'][number] }>();
  const posts: string[] = [];
  const provenance: Manifest['provenance'] = {};

  const take = async (addresses: readonly string[]) => {
    const unknown = [...new Set(addresses)].filter((address) => !exported.has(address) && !missing.has(address));
    for (const [address, record] of await pictureRecords(db, unknown)) {
      const file = record.originalFilename;
      const sources = [path.join(pictures.originals, file), path.join(pictures.folder, record.filename)];
      const image = await findImage(db, record.filename);
      const note = {
        file,
        filename: record.filename,
        title: '',
        alt: '',
        ...image?.metadata,
        name: image?.name ?? '',
        focus: image?.focus ?? '',
      };
      const isThere =
        (await target.copyPicture(sources[0] ?? '', file)) || (await target.copyPicture(sources[1] ?? '', file));
      if (isThere) exported.set(address, { path: `${PICTURES}/${file}`, alt: note.alt, note });
      else missing.add(address);
    }
  };
  for (const id of ids) {
    const post = await findById(db, id, scope);
    // It went into the bin since the list was made.
    if (!post || post.deletedAt) continue;
    await take(picturesOf(post));
    const name = nameOf(post.slug);
    const text = exportedText(post, exported);
    await target.writePost(name, postFile(post, text, exported));
    const moved = moveProvenance(post.content, text, post.provenance ?? noProvenance);
    if (moved.ranges.length > 0) provenance[name] = moved;
    posts.push(name);
    onProgress?.(posts.length, ids.length, name);
  }
  const authors = (await listAuthorRecords(db)).map(({ id: _id, slug: _slug, ...author }) => author);
  await take(authors.flatMap(({ avatar }) => avatar ?? []));
  const removed = await target.finish({
    product: 'ninefold',
    format: 1,
    posts,
    provenance,
    pictures: [...exported.values()].map(({ note }) => note),
    authors: authors.map((author) => ({ ...author, avatar: exported.get(author.avatar ?? '')?.path ?? author.avatar })),
    redirects: (await listPathRedirects(db)).map(({ path, target, status }) => ({ path, target, status })),
    categories: (await listCategories(db, 0)).map(({ slug, name, description, color, icon }) => ({
      slug,
      name,
      description,
      color,
      icon,
    })),
  });
  return { posts: posts.length, pictures: exported.size, missingPictures: [...missing], removed };
}

function picturesOf(post: Post): string[] {
  return [...(post.content.match(OWN_PICTURE) ?? []), ...(post.featuredImage ? [post.featuredImage] : [])];
}

/**
 * Gives each slug a file name that is safe on every system: lower-case letters, digits and hyphens, none twice. The
 * same slugs in the same order get the same names.
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
