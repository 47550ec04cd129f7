import type { Executor } from '#server/db/transaction.ts';
import { pictureRecords } from '#server/repositories/images.ts';
import { findNotedPost, findPostOfSource, type SourceMatch } from '#server/repositories/posts/post-sources.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { moveProvenance } from '#shared/content/provenance/carry.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { clipped, noProvenance } from '#shared/kernel/provenance.ts';
import { waitingPictureAddress, waitingPicturesIn, withSentPictures } from '#shared/kernel/waiting-picture.ts';
import { type Manifest, PICTURES } from '../export/export-manifest.ts';
import { changeAddresses } from '../export/picture-paths.ts';
import type { AuthorBook } from './author-book.ts';
import type { CategoryChooser } from './choose-category.ts';
import type { FetchPicture } from './fetch-picture.ts';
import type { PictureFinder } from './find-picture.ts';
import type { PostLinks } from './former-post-links.ts';
import type { SourcePost } from './import-source.ts';
import { exportedFields, foreignFields, type LookedUp, type ReadFields } from './post-fields.ts';
import type { PostPictures } from './post-pictures.ts';
import { rewriteBody } from './rewrite-body.ts';
import { readTemplateTags } from './template-tags.ts';

/** A post of the import with its slug on this site, and its key among the posts of its source. */
export type SluggedPost = SourcePost & { slug: string; key: string };

/** A post that was read completely and is ready to be written. */
export interface ReadPost {
  source: SluggedPost;
  fields: ReadFields;
  /** The existing post to which it corresponds; null for a new post. */
  match: SourceMatch | null;
}

interface PostReaderOptions {
  db: Executor;
  clock: Clock;
  categories: CategoryChooser;
  authors: AuthorBook;
  pictures: PostPictures;
  find: PictureFinder;
  links: PostLinks;
  /** The site of the source; empty for files of our own. */
  site: string;
  /** Fetches a picture from the web; absent when no pictures are fetched. */
  fetchPicture?: FetchPicture | undefined;
  /** Pages become drafts. */
  arePagesDrafts?: boolean | undefined;
  /** The manifest of our own export; null for posts of another program. */
  manifest: Manifest | null;
}

/** The data of our own export about its posts. */
interface ExportSays {
  provenance: Manifest['provenance'];
  /** By the pictures' addresses in the export; each post looks up its own. */
  pictures: ReadonlyMap<string, Manifest['pictures'][number]>;
}

/**
 * Converts a post of a source to one of ours: its pictures are stored, and its addresses are ours. Throws ImportFault.
 */
export function createPostReader(options: PostReaderOptions): (source: SluggedPost) => Promise<ReadPost> {
  const { db, clock, categories, authors, manifest } = options;
  const exported: ExportSays | null = manifest && {
    provenance: manifest.provenance,
    pictures: new Map(manifest.pictures.map((picture) => [`${PICTURES}/${picture.file}`, picture])),
  };

  return async (source) => {
    const { front } = source;
    const key = { source: options.site, slug: source.key };
    // For a post from another site, only the post that an import has made from it matches.
    const match = options.site === '' ? await findPostOfSource(db, key) : await findNotedPost(db, key);
    const before = match && (await findById(db, match.postId, { kind: 'all', now: clock.now() }));
    const category = front.category?.trim() || undefined;
    const categoryId = await categories.choose(category, front.tags ?? [], source.lineOf('category'));
    if (categoryId === null && !before) {
      throw new ImportFault(
        'Has no category. Give one with --category SLUG, or a map of tags with --map FILE',
        source.lineOf('category'),
      );
    }
    const author = front.authors?.[0];
    // Done first, so that new authors are created in the order of the files.
    const authorId = author === undefined ? undefined : await authors.idOf(author, before?.author.id);
    const lookedUp: LookedUp = {
      ...(exported ? await exportedBody(source, exported, options) : { content: await foreignBody(source, options) }),
      featuredImage: await featuredImage(source, exported, options),
      categoryId: categoryId ?? undefined,
      authorId,
    };
    const fields = manifest ? exportedFields(source, lookedUp) : foreignFields(asItCame(source, lookedUp), lookedUp);
    if (source.isPage && options.arePagesDrafts) fields.published = false;
    return { source, match, fields };
  };
}

/**
 * If the text of a post was only a picture that is lost, the post is empty: it becomes a draft, instead of being
 * skipped.
 */
function asItCame(source: SluggedPost, { content }: LookedUp): SluggedPost {
  const isLost = content === '' && source.body.trim() !== '';
  return isLost ? { ...source, front: { ...source.front, draft: true } } : source;
}

async function foreignBody(source: SluggedPost, options: PostReaderOptions): Promise<string> {
  const { db, pictures, find, links } = options;
  const { file, front, body } = source;
  const plain = body.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  // Text made from HTML was shown literally: a template tag in it is part of the text.
  const read = source.original === undefined ? readTemplateTags(plain, front.image ?? undefined) : plain;
  const rewritten = await rewriteBody(read, {
    async picture(address, alt) {
      // The picture may exist here already, under this very address.
      if ((await pictureRecords(db, [address])).size > 0) return address;
      return pictures.addressOf(address, file, { alt });
    },
    pictureElsewhere: (address, alt) => pictureElsewhere(address, file, alt, options),
    hasPicture: async (address) => (await find(address, file)).kind === 'file',
    link: (url) => links(url, file),
  });
  const text = await withoutWaitingAddresses(rewritten, file, pictures);
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** Removes the line breaks that the export added around the text, and nothing else. */
async function exportedBody(
  source: SluggedPost,
  exported: ExportSays,
  options: PostReaderOptions,
): Promise<Pick<LookedUp, 'content' | 'provenance'>> {
  const written = source.body.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
  const text = await withoutWaitingAddresses(written, source.file, options.pictures);
  const named = new Set<string>();
  changeAddresses(text, (address) => {
    if (address.startsWith(`${PICTURES}/`)) named.add(address);
    return null;
  });
  const here = new Map<string, string>();
  for (const address of named) {
    const stored = await exportedPicture(address, source, exported, options);
    if (stored !== null) here.set(address, stored);
  }
  const content = here.size === 0 ? text : changeAddresses(text, (address) => here.get(address) ?? null);
  // The file may have been edited since: ranges outside the text are dropped.
  const said = clipped(exported.provenance[source.file] ?? noProvenance, written.length);
  return { content, provenance: moveProvenance(written, content, said) };
}

/** The address on this site of a picture of an export; null for text that is not such an address. */
async function exportedPicture(
  address: string,
  { file, front }: SluggedPost,
  exported: ExportSays,
  { db, pictures }: PostReaderOptions,
): Promise<string | null> {
  const picture = exported.pictures.get(address);
  if (!picture) return null;
  const alt = picture.alt || (address === front.image ? (front.imagealt ?? '') : '');
  const stored = await pictures.addressOf(address, file, { ...picture, alt });
  // The file is missing from the export, but the picture may still exist here.
  const known = `/uploads/${picture.filename}`;
  return stored ?? ((await pictureRecords(db, [known])).size > 0 ? known : null);
}

async function featuredImage(
  source: SluggedPost,
  exported: ExportSays | null,
  options: PostReaderOptions,
): Promise<string | null | undefined> {
  const { front, file } = source;
  const address = front.image?.trim();
  if (!address) return undefined;
  const { db, pictures } = options;
  const alt = front.imagealt ?? '';
  // A waiting picture is not kept even as an external address: the post could not be saved any more.
  if (waitingPicturesIn(address).length > 0) return pictures.addressOf(address, file, { alt });
  if (exported) {
    const isOwn = address.startsWith(`${PICTURES}/`);
    return isOwn ? exportedPicture(address, source, exported, options) : address;
  }
  if (/^https?:\/\//i.test(address)) return (await pictureElsewhere(address, file, alt, options)) ?? address;
  if ((await pictureRecords(db, [address])).size > 0) return address;
  return pictures.addressOf(address, file, { alt });
}

/**
 * A picture with a whole address: it may be among the files all the same, otherwise it is fetched if fetching is
 * requested.
 */
async function pictureElsewhere(
  address: string,
  file: string,
  alt: string,
  { pictures, find, fetchPicture }: PostReaderOptions,
): Promise<string | null> {
  if ((await find(address, file)).kind === 'file') return pictures.addressOf(address, file, { alt });
  if (!/^https?:\/\//i.test(address)) return null;
  const fetched = fetchPicture ? await fetchPicture(address) : null;
  return pictures.bringFetched(address, file, { alt }, fetched);
}

/**
 * A text without the addresses of waiting pictures of some computer: a post with such an address could not be saved any
 * more. A waiting picture that is among the files is imported; any other is lost, and its address becomes
 * `/uploads/missing-UUID`.
 */
async function withoutWaitingAddresses(
  text: string,
  file: string,
  pictures: Pick<PostPictures, 'addressOf'>,
): Promise<string> {
  const here = new Map<string, string>();
  for (const id of waitingPicturesIn(text)) {
    const stored = await pictures.addressOf(waitingPictureAddress(id), file, {});
    here.set(id, stored ?? `/uploads/missing-${id}`);
  }
  return withSentPictures(text, (id) => here.get(id) ?? null);
}
