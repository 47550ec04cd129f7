import type { Writable } from 'node:stream';
import type { z } from 'zod';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { exportedPostIds, formerPostSlugs } from '#server/repositories/export-rows.ts';
import { listPathRedirects } from '#server/repositories/path-redirects.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { listTags } from '#server/repositories/tags.ts';
import { loadPipeline } from '#server/services/content.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createZipWriter, type ZipWriter } from '../zip-writer.ts';
import { ghostAddress, ghostRedirects } from './ghost-address.ts';
import { ghostHtml } from './ghost-html.ts';
import { createGhostPictures, type GhostPictures } from './ghost-pictures.ts';
import type { ghostTables } from './ghost-shapes.ts';
import { ghostPost, ghostPostMeta, ghostTag, ghostUser } from './write-ghost-post.ts';

interface GhostOptions {
  /** A copy of the site's database (`openSiteCopy`), to which nobody writes meanwhile. */
  db: Executor;
  clock: Clock;
  files: PictureFiles;
  out: Writable;
  /** The site's address, without a slash at its end. */
  siteUrl: string;
  /** Whether the archive contains the pictures; otherwise the posts refer to them at the site. */
  hasPictures: boolean;
  /** Called after each post. */
  onProgress?: ((done: number, total: number, what: string) => void) | undefined;
}

interface GhostReport {
  posts: number;
  pictures: number;
  /** The addresses of pictures whose files are gone. */
  missingPictures: string[];
}

type Row<Table extends keyof typeof ghostTables> = z.output<(typeof ghostTables)[Table]>;

/** The version of Ghost whose file format this is; later versions accept it too. */
const GHOST_VERSION = '5.0.0';

/**
 * Writes the site in the form that Ghost's importer accepts: a zip archive with one JSON file, the pictures that its
 * posts show, and a file of redirects to upload to Ghost separately.
 */
export async function exportGhost(options: GhostOptions): Promise<GhostReport> {
  const { db, clock, out, siteUrl } = options;
  const zip = createZipWriter(out, clock.now());
  const pictures = createGhostPictures(options);
  const rest = createRest();
  let posts = 0;
  await zip.addText('ghost.json', file());
  const missingPictures = await pictures.writeTo(zip);
  await addRedirects(zip, db);
  await zip.end();
  return { posts, pictures: pictures.count() - missingPictures.length, missingPictures };

  /** The file in parts: the posts come one by one, so that only one is in memory. */
  async function* file(): AsyncGenerator<string> {
    const meta = { exported_on: clock.now(), version: GHOST_VERSION };
    yield `{"db":[{"meta":${JSON.stringify(meta)},"data":{"posts":[`;
    const ids = await exportedPostIds(db);
    for (const id of ids) {
      const post = await findById(db, id, { kind: 'all', now: clock.now() });
      if (!post) continue;
      const row = await postRow(post, pictures, { siteUrl, now: clock.now() });
      yield `${posts === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
      rest.add(post, pictures.altOf(post.featuredImage ?? ''));
      posts += 1;
      options.onProgress?.(posts, ids.length, post.slug);
    }
    yield '\n]';
    for (const [table, rows] of Object.entries(await rest.tables(db, pictures))) {
      yield `,\n${JSON.stringify(table)}:${JSON.stringify(rows)}`;
    }
    yield '}}]}\n';
  }
}

async function postRow(
  post: Post,
  pictures: GhostPictures,
  { siteUrl, now }: { siteUrl: string; now: number },
): Promise<Row<'posts'>> {
  await pictures.note([...(post.content.match(/\/uploads\/[\w.-]+/g) ?? []), post.featuredImage ?? '']);
  const address = (each: string) => pictures.addressOf(each) ?? ghostAddress(each, siteUrl);
  return ghostPost(post, { html: ghostHtml(await rendered(post), address), address, now });
}

/** Rendered with bold and italics, whatever the style settings of our own pages are. */
async function rendered({ content, html }: Post): Promise<string> {
  const { renderMarkdown } = await loadPipeline();
  try {
    return renderMarkdown({ markdown: content, pictures: {}, style: { pictures: 'column', emphasis: 'show' } }).html;
  } catch (error) {
    // The HTML that was stored with the post is used.
    if (error instanceof AppError && error.code === 'content_too_complex') return html;
    throw error;
  }
}

/** Collects the data about posts for the other tables until all posts are written: a few words for each post. */
function createRest() {
  const posts_meta: Row<'posts_meta'>[] = [];
  const posts_tags: Row<'posts_tags'>[] = [];
  const posts_authors: Row<'posts_authors'>[] = [];
  const idsOf = new Map<string, string>();
  const tagId = (slug: string) => {
    const known = idsOf.get(slug) ?? String(idsOf.size + 1);
    idsOf.set(slug, known);
    return known;
  };
  return {
    add(post: Post, alt: string) {
      const post_id = String(post.id);
      const meta = ghostPostMeta(post, alt);
      if (meta) posts_meta.push(meta);
      // In Ghost the first tag of a post is its primary tag.
      const slugs = new Set([post.category.slug, ...post.tagList.map(({ slug }) => slug)]);
      for (const [sort_order, slug] of [...slugs].entries()) {
        posts_tags.push({ post_id, tag_id: tagId(slug), sort_order });
      }
      posts_authors.push({ post_id, author_id: String(post.author.id), sort_order: 0 });
    },
    async tables(db: Executor, pictures: GhostPictures) {
      const categories = await listCategories(db, 0);
      const own = new Set(categories.map(({ slug }) => slug));
      const tags = (await listTags(db)).filter(({ slug }) => !own.has(slug));
      const authors = await listAuthorRecords(db);
      await pictures.note(authors.flatMap(({ avatar }) => avatar ?? []));
      return {
        posts_meta,
        tags: [...categories, ...tags].map((tag) => ghostTag(tagId(tag.slug), tag)),
        posts_tags,
        users: authors.map((author) => ghostUser(author, (each) => pictures.addressOf(each) ?? each)),
        posts_authors,
      } satisfies { [Table in Exclude<keyof typeof ghostTables, 'posts'>]: Row<Table>[] };
    },
  };
}

async function addRedirects(zip: ZipWriter, db: Executor): Promise<void> {
  const redirects = await listPathRedirects(db);
  await zip.addText('redirects.yaml', ghostRedirects({ posts: await formerPostSlugs(db), redirects }));
}
