import { writeFileSync } from 'node:fs';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { insertPost, type RenderedText } from './posts/post-writes.ts';

/** The present time in the tests: 2025-06-01 12:00 UTC. */
export const NOW = Date.UTC(2025, 5, 1, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

let migrated: Buffer | undefined;

/**
 * For tests: opens an empty database in memory, a copy of one that was migrated once; migrating each would take fifty
 * times as long.
 */
export function openEmpty(): OpenDatabase {
  return openDatabase(migratedOnce());
}

function migratedOnce(): Buffer {
  if (!migrated) {
    const { sqlite } = openDatabase(':memory:');
    migrated = sqlite.serialize();
    sqlite.close();
  }
  return migrated;
}

/**
 * For tests: opens a database with two categories (1 technology, 2 lifestyle) and one author, in memory unless a file
 * is named.
 */
export async function openBlog(file?: string): Promise<OpenDatabase> {
  if (file !== undefined) writeFileSync(file, migratedOnce());
  const database = file === undefined ? openEmpty() : openDatabase(file);
  await database.db
    .insertInto('categories')
    .values([
      { name: 'Technology', slug: 'technology', color: 'category-technology', icon: 'cpu' },
      { name: 'Lifestyle', slug: 'lifestyle', color: 'category-lifestyle', icon: 'sun' },
    ])
    .execute();
  await database.db.insertInto('authors').values({ name: 'Ada', slug: 'ada', email: 'ada@example.com' }).execute();
  return database;
}

let made = 0;

/**
 * For tests: the fields of a live post, each post with its own slug. The text is the content with its Markdown marks.
 */
export function postValues(fields: Partial<PostFields> = {}): PostFields & RenderedText {
  made += 1;
  const content = fields.content ?? `Words of post ${made}.`;
  return {
    title: `Post ${made}`,
    slug: `post-${made}`,
    excerpt: `Excerpt ${made}`,
    categoryId: 1,
    published: true,
    publishedAt: new Date(NOW - HOUR).toISOString(),
    featured: false,
    readTime: 1,
    ...fields,
    content,
    html: `<p>${content}</p>`,
    htmlVersion: 1,
    text: content,
    embeds: [],
  };
}

/** For tests: stores a post that is live at NOW unless `fields` says otherwise. */
export async function makePost({ db }: OpenDatabase, fields: Partial<PostFields> = {}, now = NOW): Promise<Post> {
  return insertPost(db, postValues(fields), now);
}
