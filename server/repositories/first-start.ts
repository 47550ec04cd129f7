import type { Transaction } from 'kysely';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { isoTime } from '#server/db/live.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SeedContent, SeedPost } from '#server/db/seed-content/index.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { beginFirstPassword } from './accounts/first-password.ts';
import { insertAuthor } from './authors.ts';
import { UPLOADS } from './image-addresses.ts';
import { insertImage } from './images.ts';
import { insertPost, type RenderedText } from './posts/post-writes.ts';
import { storeShippedPrompts } from './prompt-templates.ts';
import { findSiteId, setSiteId } from './settings.ts';

const MINUTE = 60_000;

/** What a first start writes; the caller supplies what takes time (files, hashing, rendering). */
export interface FirstStart {
  content: SeedContent;
  owner: { email: string; name: string; passwordHash: string /** Whether nobody has chosen it. */; isMadeUp: boolean };
  /** A random UUID. */
  siteId: string;
  /** The stored pictures of `content.pictures`, by their file name there. */
  pictures: ReadonlyMap<string, StoredPicture>;
  /** Renders a welcome post's Markdown; `readTime` in minutes. */
  render: (markdown: string) => Promise<RenderedText & { readTime: number }>;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Fills a database at its first start: categories, one author, the prompt templates, pictures, welcome posts, the
 * owner's account, the site's id; all or nothing. Returns false, and does nothing, when the database is already filled.
 */
export async function seedDatabase(db: Executor, start: FirstStart): Promise<boolean> {
  if (await findSiteId(db)) return false;
  const posts = await Promise.all(
    start.content.posts.map(async (post) => {
      const content = withStoredPictures(post.content, start.pictures);
      return { post, content, rendered: await start.render(content) };
    }),
  );
  return inTransaction(db, async (trx) => {
    // Checked again: another process may have been faster.
    if (await findSiteId(trx)) return false;
    await writeLists(trx, start);
    for (const { file, title, alt } of start.content.pictures) {
      await insertImage(trx, stored(start.pictures, file), { now: start.now, title, alt });
    }
    for (const [index, made] of posts.entries()) {
      await insertPost(trx, await postFields(trx, { ...made, index }, start), start.now, {
        // The posts come with the program, so nobody outside is told.
        cause: 'import',
        at: start.now,
      });
    }
    await setSiteId(trx, start.siteId, start.now);
    return true;
  });
}

async function writeLists(trx: Transaction<Schema>, { content, owner, now }: FirstStart): Promise<void> {
  const made = { created_at: isoTime(now), updated_at: isoTime(now) };
  await trx
    .insertInto('categories')
    .values([...content.categories])
    .execute();
  await insertAuthor(trx, content.author);
  await storeShippedPrompts(trx, content.promptTemplates, now);
  const { email, name, passwordHash, isMadeUp } = owner;
  await trx
    .insertInto('admin_users')
    .values({ email, name, password: passwordHash, ...made })
    .execute();
  if (isMadeUp) await beginFirstPassword(trx, now);
}

/** A welcome post, with its rendered content. */
interface WelcomePost {
  post: SeedPost;
  /** The post's Markdown, with the addresses of the stored pictures. */
  content: string;
  rendered: RenderedText & { readTime: number };
  /** The post's place among the welcome posts, from 0. */
  index: number;
}

async function postFields(
  trx: Transaction<Schema>,
  { post, content, rendered, index }: WelcomePost,
  { pictures, now }: FirstStart,
) {
  const { id: categoryId } = await trx
    .selectFrom('categories')
    .where('slug', '=', post.categorySlug)
    .select('id')
    .executeTakeFirstOrThrow();
  return {
    ...rendered,
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content,
    featuredImage: UPLOADS + stored(pictures, post.featuredImage).filename,
    featuredImageAlt: post.imageAlt,
    categoryId,
    published: true,
    // The first post is the newest.
    publishedAt: isoTime(now - index * MINUTE),
    featured: post.featured,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    tags: [...post.tags],
  };
}

function stored(pictures: ReadonlyMap<string, StoredPicture>, file: string): StoredPicture {
  const picture = pictures.get(file);
  if (!picture) throw new Error(`The picture ${file} of a welcome post was not stored`);
  return picture;
}

/** Puts the names that pictures get when they are stored in the place of the file names in the text. */
function withStoredPictures(content: string, pictures: ReadonlyMap<string, StoredPicture>): string {
  return content.replace(/\/uploads\/([\w.-]+)/g, (_, file: string) => UPLOADS + stored(pictures, file).filename);
}
