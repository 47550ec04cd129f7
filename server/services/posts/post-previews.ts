import { randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { firstAuthor, listAuthors } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { imageRowsAt } from '#server/repositories/image-addresses.ts';
import { neighbours } from '#server/repositories/posts/live-lists.ts';
import { withCover } from '#server/repositories/posts/post-rows.ts';
import { seriesOf } from '#server/repositories/posts/post-series.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { contentsOf } from '#shared/content/html/contents.ts';
import { withoutOpeningPicture } from '#shared/content/html/opening-picture.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Post, PostPage } from '#shared/contract/posts/post.ts';
import type { previewPost } from '#shared/contract/posts/unpublished.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { plainTexts } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { ContentService } from '../content.ts';

/**
 * The time, in milliseconds, for which a preview can be loaded, and the largest number of previews: the oldest is
 * removed.
 */
const LASTS = 10 * 60_000;
const MOST = 20;

type Typed = BodyOf<typeof previewPost>;

/** Unsaved content of the form, as the post's page would show it. It is held only in memory. */
export interface PostPreviews {
  /**
   * Returns the path of the preview's page. Throws AppError `content_too_complex`, and `invalid_input` when there is no
   * category or author.
   */
  make(typed: Typed): Promise<string>;
  /** Null for a preview that never existed, or has expired. */
  find(token: string): PostPage | null;
}

interface PreviewOptions {
  db: Executor;
  clock: Clock;
  content: Pick<ContentService, 'render'>;
}

export function createPostPreviews({ db, clock, content }: PreviewOptions): PostPreviews {
  const made = new Map<string, { page: PostPage; until: number }>();

  const pageOf = async (typed: Typed): Promise<PostPage> => {
    const now = clock.now();
    const post = await typedPost(db, typed, await content.render(typed.content ?? ''), now);
    return {
      ...post,
      html: withoutOpeningPicture(post.html, post.featuredImage),
      ...(await neighbours(db, post.id, now)),
      series: await seriesOf(db, post, now),
      contents: contentsOf(post.html),
    };
  };
  return {
    async make(typed) {
      const page = await pageOf(typed);
      const token = randomBytes(32).toString('base64url');
      made.set(token, { page, until: clock.now() + LASTS });
      const [oldest] = made.keys();
      if (made.size > MOST && oldest !== undefined) made.delete(oldest);
      return `/preview/${token}`;
    },
    find(token) {
      const found = made.get(token);
      if (found && found.until > clock.now()) return found.page;
      made.delete(token);
      return null;
    },
  };
}

/** The post that saving the typed content would make, for its page: published, and dated now when it has no date. */
async function typedPost(
  db: Executor,
  typed: Typed,
  { html, text }: { html: string; text: string },
  now: number,
): Promise<Post> {
  const before = typed.id === undefined ? null : await findById(db, typed.id, { kind: 'all', now });
  const categories = await listCategories(db, now);
  const authors = await listAuthors(db);
  const category = categories.find(({ id }) => id === typed.categoryId) ?? categories[0];
  const author = authors.find(({ id }) => id === typed.authorId) ?? (await firstAuthor(db));
  if (!category || !author) throw new AppError('invalid_input');
  const time = new Date(now).toISOString();
  const featuredImage = typed.featuredImage || null;
  const tags = typed.tags ?? [];
  const post: Post = {
    ...recordOf(plainTexts, (name) => [name, typed[name] || null]),
    id: before?.id ?? 0,
    slug: typed.slug || 'preview',
    title: typed.title.trim() || 'Untitled',
    excerpt: typed.excerpt ?? '',
    content: '',
    html,
    featuredImage,
    image: null,
    featured: typed.featured ?? false,
    published: true,
    publishedAt: typed.publishedAt ?? before?.publishedAt ?? time,
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
    deletedAt: null,
    contentUpdatedAt: before?.contentUpdatedAt ?? null,
    version: before?.version ?? 1,
    readTime: typed.readTime ?? readTimeMinutes(countWords(text)),
    views: before?.views ?? 0,
    tags,
    tagList: tags.map((name, index) => ({ id: index, name, slug: tagSlug(name) })),
    category: {
      id: category.id,
      slug: category.slug,
      name: category.name,
      description: category.description,
      color: category.color,
      icon: category.icon,
    },
    author: { id: author.id, name: author.name, slug: author.slug, bio: author.bio ?? '', avatar: author.avatar },
    seriesNumber: typed.seriesNumber ?? 0,
  };
  const picture = featuredImage === null ? undefined : (await imageRowsAt(db, [featuredImage])).get(featuredImage);
  return withCover(post, picture, { kind: 'live', now });
}
