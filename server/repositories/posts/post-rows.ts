import { type Selectable, sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import type { ImagesTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { PICTURE_LINKS } from '#shared/content/html/picture-links.ts';
import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import type { Tag } from '#shared/contract/tags.ts';
import { type ColumnOf, fieldsWith, type PlainText, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { imageRowsAt, UPLOADS } from '../image-addresses.ts';
import { proposalsOf } from '../proposals.ts';
import { valuesOf } from '../values-of.ts';
import { readProvenance } from './post-provenance.ts';

/**
 * The point of view from which posts are read. `live` is every reader: posts that are not live do not exist. `all` is
 * the owner. `now` in milliseconds since 1970.
 */
export type PostScope = { kind: 'live'; now: number } | { kind: 'all'; now: number };

/**
 * The posts with these ids, in the order of `ids`; ids that have no post in `scope` are left out. The number of queries
 * is small, however long the list is.
 */
export async function summariesByIds(ex: Executor, ids: readonly number[], scope: PostScope): Promise<PostSummary[]> {
  if (ids.length === 0) return [];
  const rows = await selectSummaryRows(ex, ids, scope);
  const tags = await tagsOfPosts(ex, ids);
  const images = await imageRowsAt(ex, rows.map(coverOf));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Only the owner may know of the pending change of a post.
  const pending = scope.kind === 'all' ? await pendingOf(ex, ids) : null;
  const proposed = scope.kind === 'all' ? await proposalsOf(ex, ids) : null;
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const post = withCover(toSummary(row, tags.get(id) ?? []), images.get(coverOf(row)), scope);
    const change = pending?.get(id);
    const proposal = proposed?.get(id);
    return [{ ...post, ...(change && { pending: change }), ...(proposal && { proposed: proposal }) }];
  });
}

/** The pending changes of these posts, by the posts' ids. */
async function pendingOf(ex: Executor, ids: readonly number[]) {
  const rows = await ex
    .selectFrom('pending_changes')
    .where('post_id', 'in', valuesOf(ids))
    .select(['post_id', 'version', 'due_at as dueAt', 'problem'])
    .execute();
  return new Map(rows.map(({ post_id, ...change }) => [post_id, change]));
}

/**
 * The posts of a list of ids, as `p`. CROSS JOIN makes SQLite look up each of the ids, instead of going through the
 * live posts.
 */
export function postsOf(ex: Executor, ids: readonly number[]) {
  return ex
    .selectFrom(sql<{ value: number }>`json_each(${JSON.stringify(ids)})`.as('wanted'))
    .crossJoin('blog_posts as p')
    .whereRef('p.id', '=', 'wanted.value');
}

/** One post with its text and HTML; null when no post in `scope` has the id. */
export async function postById(ex: Executor, id: number, scope: PostScope): Promise<Post | null> {
  const [whole] = await wholePosts(ex, [id], scope);
  return whole ?? null;
}

/** Posts with their texts and HTML, in the order of `ids`, chosen as {@link summariesByIds} chooses them. */
export async function wholePosts(ex: Executor, ids: readonly number[], scope: PostScope): Promise<Post[]> {
  const summaries = await summariesByIds(ex, ids, scope);
  const rows = await ex
    .selectFrom('blog_posts')
    .select(['id', 'content', 'html', 'content_updated_at', 'series_number', 'provenance'])
    .select(unlistedTexts.map(columnOf))
    .where('id', 'in', valuesOf(ids))
    .execute();
  const texts = new Map(rows.map((row) => [row.id, row]));
  return summaries.flatMap((summary) => {
    const text = texts.get(summary.id);
    if (!text) return [];
    const post = {
      ...summary,
      ...textsOfRow(unlistedTexts, text),
      content: text.content,
      html: text.html,
      contentUpdatedAt: text.content_updated_at,
      seriesNumber: text.series_number,
      ...(scope.kind === 'all' && { provenance: readProvenance(text) }),
    };
    return [post];
  });
}

const listedTexts = fieldsWith({ isPlain: true, isListed: true });
/** Those of the listed texts whose columns come after the long texts of the row. */
const farTexts = ['featuredImageAlt', 'featuredImageFocus'] as const;
const nearTexts = listedTexts.filter((name) => farTexts.every((far) => far !== name));
const unlistedTexts = fieldsWith({ isPlain: true, isListed: false });

function columnOf<Name extends PlainText>(name: Name): ColumnOf<Name> {
  return postFieldTable[name].column;
}

function textsOfRow<Name extends PlainText>(
  names: readonly Name[],
  row: Readonly<Record<ColumnOf<Name>, string | null>>,
): Record<Name, string | null> {
  return recordOf(names, (name) => [name, row[columnOf(name)]]);
}

/** The most characters of an address. */
const ADDRESS = 80;
/**
 * For readers, and a post without a featured picture: the address of the first of the site's own pictures in its text,
 * with some of the HTML that follows.
 */
const pictureInText = sql<string | null>`
  case when coalesce(p.featured_image, '') = '' then coalesce(${sql.join(PICTURE_LINKS.map(addressBehind))}) end`;

/** The part of a post's HTML that begins at the first of the site's own picture addresses after `link`. */
function addressBehind(link: string) {
  return sql`substr(p.html, nullif(instr(p.html, ${link + UPLOADS}), 0) + ${link.length}, ${ADDRESS})`;
}

/** A column that a list reads from an index instead of the row. The condition is the index's, word for word. */
function fromIndex(name: (typeof farTexts)[number]) {
  const column = columnOf(name);
  return sql<string | null>`(select w.${sql.ref(column)} from blog_posts w indexed by blog_posts_featured_image_words
    where w.id = p.id and coalesce(w.featured_image_alt, w.featured_image_focus) is not null)`.as(column);
}

type SummaryRow = Awaited<ReturnType<typeof selectSummaryRows>>[number];

function selectSummaryRows(ex: Executor, ids: readonly number[], scope: PostScope) {
  return postsOf(ex, ids)
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .$if(scope.kind === 'live', (query) => query.where(isLive(scope.now)).select(pictureInText.as('picture_in_text')))
    .select([
      'p.id',
      'p.slug',
      'p.title',
      'p.excerpt',
      'p.featured_image',
      'p.featured',
      'p.published',
      'p.published_at',
      'p.created_at',
      'p.updated_at',
      'p.deleted_at',
      'p.version',
      'p.read_time',
      'p.views',
      ...nearTexts.map((name) => `p.${columnOf(name)}` as const),
      ...farTexts.map(fromIndex),
      'p.category_id',
      'c.slug as category_slug',
      'c.name as category_name',
      'c.description as category_description',
      'c.color as category_color',
      'c.icon as category_icon',
      'p.author_id',
      'a.name as author_name',
      'a.slug as author_slug',
      'a.bio as author_bio',
      'a.avatar as author_avatar',
    ])
    .execute();
}

function toSummary(row: SummaryRow, tagList: Tag[]): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    featuredImage: row.featured_image,
    image: null,
    featured: row.featured === 1,
    published: row.published === 1,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    version: row.version,
    readTime: row.read_time,
    views: row.views,
    ...textsOfRow(listedTexts, row),
    tags: tagList.map((tag) => tag.name),
    tagList,
    category: {
      id: row.category_id,
      slug: row.category_slug,
      name: row.category_name,
      description: row.category_description,
      color: row.category_color,
      icon: row.category_icon,
    },
    author: {
      id: row.author_id,
      name: row.author_name,
      slug: row.author_slug,
      bio: row.author_bio ?? '',
      avatar: row.author_avatar,
    },
  };
}

async function tagsOfPosts(ex: Executor, ids: readonly number[]): Promise<Map<number, Tag[]>> {
  const rows = await ex
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .where('pt.post_id', 'in', valuesOf(ids))
    .orderBy('pt.post_id')
    .orderBy('pt.position')
    .select(['pt.post_id', 't.id', 't.name', 't.slug'])
    .execute();
  const tags = new Map<number, Tag[]>();
  for (const { post_id, ...tag } of rows) {
    const list = tags.get(post_id);
    if (list) list.push(tag);
    else tags.set(post_id, [tag]);
  }
  return tags;
}

/** The address of the picture that represents a post in a list; empty when there is none. */
function coverOf({ featured_image, picture_in_text }: SummaryRow): string {
  return featured_image || (picture_in_text?.split('"')[0] ?? '');
}

/**
 * Adds to a post what is known of that picture. A picture from the text is left out when it is small, a strip or a
 * column. For readers, the picture's own focal point is used when the post names none.
 */
export function withCover<Shown extends PostSummary>(
  post: Shown,
  picture: Selectable<ImagesTable> | undefined,
  scope: PostScope,
): Shown {
  if (!picture) return post;
  const { width, height, srcset } = picture;
  const shape = width / height;
  const isFit = Boolean(post.featuredImage) || (width >= 480 && shape >= 0.9 && shape <= 2.6);
  if (!isFit) return post;
  const focus = post.featuredImageFocus || (scope.kind === 'live' && picture.focus) || null;
  return { ...post, image: { width, height, srcset }, featuredImageFocus: focus };
}
