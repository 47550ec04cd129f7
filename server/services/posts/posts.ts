import type { Executor } from '#server/db/transaction.ts';
import { findMoved } from '#server/repositories/named-pages.ts';
import type { Page } from '#server/repositories/paging.ts';
import { type LiveList, neighbours } from '#server/repositories/posts/live-lists.ts';
import { livePostToShare, type PostToShare } from '#server/repositories/posts/post-cards.ts';
import { archiveMonths, listPosts, liveAddresses, type PostFilter } from '#server/repositories/posts/post-lists.ts';
import { provenanceOfPost } from '#server/repositories/posts/post-provenance.ts';
import { relatedPosts } from '#server/repositories/posts/post-related.ts';
import { listSeries, seriesOf } from '#server/repositories/posts/post-series.ts';
import { findBySlug, isPostLive, type PostScope } from '#server/repositories/posts/posts.ts';
import { findSiteSettings } from '#server/repositories/site-settings.ts';
import { contentsOf } from '#shared/content/html/contents.ts';
import { withoutOpeningPicture } from '#shared/content/html/opening-picture.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import type { Post, PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import type { ArchiveMonth, listPosts as listPostsEndpoint } from '#shared/contract/posts/posts.ts';
import type { ListedSeries } from '#shared/contract/series.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type ModelWords, modelWordsOf } from '#shared/kernel/provenance.ts';

/** The number of posts in a reader's list when no limit is given. */
const DEFAULT_LIMIT = 50;
const RELATED = 6;

/** The person who asks: readers see live posts, the owner sees everything. */
export type Viewer = 'reader' | 'owner';

/** The filter for the posts of a feed. */
export type NewestFilter = Pick<PostFilter, 'categorySlug' | 'tag' | 'authorSlug'>;

export interface PostService {
  /** A reader's list: newest first, live posts only, whatever the query says. */
  list(query: QueryOf<typeof listPostsEndpoint>): Promise<Page<PostSummary>>;
  /**
   * The owner's list, in the requested order. `among`: the ids of the posts that contain the words of the query, the
   * best match first; absent when there are no words.
   */
  listForOwner(query: QueryOf<typeof listPostsEndpoint>, among?: readonly number[]): Promise<Page<PostSummary>>;
  /**
   * The post at an address with its neighbours, its series and its contents, with its HTML as its page shows it; null
   * when the viewer cannot see a post there.
   */
  page(slug: string, viewer: Viewer): Promise<PostPage | null>;
  /**
   * At most six live posts, and the lists from which they were chosen. Throws AppError `post_not_found` when the post
   * itself is not visible.
   */
  related(id: number, viewer: Viewer): Promise<{ posts: PostSummary[]; lists: LiveList[] }>;
  /** The newest live posts with their HTML, for feeds. */
  newest(limit: number, filter: NewestFilter): Promise<Post[]>;
  /** Address and last change of every live post. */
  addresses(): Promise<{ slug: string; updatedAt: string }[]>;
  /** The months in which live posts were published, newest first. */
  archive(): Promise<ArchiveMonth[]>;
  /** The current slug of the post that once had this slug; null when there is none. */
  movedTo(slug: string): Promise<string | null>;
  isLive(id: number): Promise<boolean>;
  /** The series of all posts, live or not, for the owner's form. */
  series(): Promise<ListedSeries[]>;
  /** The data for the share picture of a live post; null when there is no such post. */
  toShare(slug: string): Promise<PostToShare | null>;
}

/** The information for readers about the models that wrote in a post; null when the owner does not want it shown. */
async function modelWordsToTell(db: Executor, { id, content }: Post): Promise<ModelWords | null> {
  if ((await findSiteSettings(db)).modelNote !== 'show') return null;
  return modelWordsOf(content, await provenanceOfPost(db, id));
}

export function createPostService({ db, clock }: { db: Executor; clock: Clock }): PostService {
  const scopeOf = (viewer: Viewer): PostScope => ({ kind: viewer === 'owner' ? 'all' : 'live', now: clock.now() });

  return {
    async list({ category, tag, author, period, slug, q, featured, limit = DEFAULT_LIMIT, page, cursor }) {
      const scope = scopeOf('reader');
      const filter: PostFilter = { scope, categorySlug: category, tag, authorSlug: author, period, slug, q, featured };
      return listPosts(db, { ...filter, limit, page, cursor });
    },
    listForOwner({ category, author, q, sort, ...query }, among) {
      const order = sort ?? (among && 'relevance');
      return listPosts(db, {
        ...query,
        scope: scopeOf('owner'),
        categorySlug: category,
        authorSlug: author,
        among,
        sort: order,
      });
    },
    async page(slug, viewer) {
      const scope = scopeOf(viewer);
      const post = await findBySlug(db, slug, scope);
      if (!post) return null;
      const modelWords = await modelWordsToTell(db, post);
      return {
        ...post,
        ...(modelWords && { modelWords }),
        html: withoutOpeningPicture(post.html, post.featuredImage),
        ...(await neighbours(db, post.id, scope.now)),
        series: await seriesOf(db, post, scope.now),
        contents: contentsOf(post.html),
      };
    },
    async related(id, viewer) {
      const { now } = scopeOf(viewer);
      if (viewer === 'reader' && !(await isPostLive(db, id, now))) throw new AppError('post_not_found');
      return relatedPosts(db, id, now, RELATED);
    },
    async newest(limit, filter) {
      const scope = scopeOf('reader');
      const { items } = await listPosts(db, { ...filter, scope, limit });
      const posts: Post[] = [];
      for (const { slug } of items) {
        const post = await findBySlug(db, slug, scope);
        if (post) posts.push(post);
      }
      return posts;
    },
    addresses: () => liveAddresses(db, clock.now()),
    archive: () => archiveMonths(db, clock.now()),
    movedTo: (slug) => findMoved(db, 'post', slug, clock.now()),
    series: () => listSeries(db),
    isLive: (id) => isPostLive(db, id, clock.now()),
    toShare: (slug) => livePostToShare(db, slug, clock.now()),
  };
}
