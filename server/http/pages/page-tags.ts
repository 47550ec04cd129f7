import { type LiveList, seriesLists } from '#server/repositories/posts/live-lists.ts';
import type { SiteChange, SiteEvent } from '#server/services/events/site-events.ts';
import type { Post, PostPage, PostSummary } from '#shared/contract/posts/post.ts';

/**
 * What a page can depend on; a page is made anew when something of it is changed:
 * - a list of live posts (`posts`, `category:3`, …): which posts stand in it, their order and their number;
 * - `post:12`: what the page shows of the post; `every-post`: something of every live post;
 * - `author:4`: name, bio, picture;
 * - `categories`: the names and looks of all categories, which stand at the foot of every page;
 * - `settings`: the name of the site and what else the owner says of it.
 * The name of a tag belongs to its list, `tag:5`: a page that shows it shows what is related by it.
 */
export type PageTag = LiveList | `post:${number}` | 'every-post' | `author:${number}` | 'categories' | 'settings';

/** Takes down what a page depends on while it is made. */
export type DependsOn = (...tags: readonly PageTag[]) => void;

/** What a page depends on that shows a post in a list. */
export function tagsOfListed({ id, author }: Pick<PostSummary, 'id' | 'author'>): PageTag[] {
  return [`post:${id}`, `author:${author.id}`];
}

/** What a page depends on that shows a post with all that is said of it. */
export function tagsOfPost(post: Pick<Post, 'id' | 'author' | 'tagList'>): PageTag[] {
  return [...tagsOfListed(post), ...post.tagList.map(({ id }) => `tag:${id}` as const)];
}

/** What a post's own page depends on, without the related posts. */
export function tagsOfPostPage(
  post: Pick<PostPage, 'id' | 'author' | 'tagList' | 'previous' | 'next' | 'series'>,
): PageTag[] {
  const beside = [post.previous, post.next, ...(post.series?.parts ?? [])].flatMap((neighbour) =>
    neighbour ? [`post:${neighbour.id}` as const] : [],
  );
  return [...tagsOfPost(post), `beside:${post.id}`, ...beside, ...seriesLists(post.series?.name ?? null)];
}

/** What an event has changed of what pages depend on; "everything" where that is not known. */
export function tagsOfEvent(event: SiteEvent): readonly PageTag[] | 'everything' {
  switch (event.type) {
    case 'went-live':
    case 'taken-down':
      return event.lists ? [`post:${event.postId}`, 'every-post', ...event.lists] : 'everything';
    case 'written':
      if (!event.isLive) return [];
      return event.lists ? [`post:${event.postId}`, 'every-post', ...event.lists] : 'everything';
    case 'gone':
    case 'picture-stored':
      return [];
    case 'site-changed':
      return tagsOfChange(event);
  }
}

/** Whether some page may show something else after it: what happens to a draft changes none. */
export function changesPages(event: SiteEvent): boolean {
  const tags = tagsOfEvent(event);
  return tags === 'everything' || tags.length > 0;
}

function tagsOfChange(change: SiteChange): readonly PageTag[] | 'everything' {
  switch (change.what) {
    case 'category':
      return ['categories', ...change.ids.map((id) => `category:${id}` as const)];
    case 'tag':
      return change.ids.map((id) => `tag:${id}` as const);
    case 'author':
      return change.ids.flatMap((id) => [`author:${id}` as const, `author-posts:${id}` as const]);
    case 'picture':
      return change.postIds.map((id) => `post:${id}` as const);
    case 'html':
      return change.ids.map((id) => `post:${id}` as const);
    case 'settings':
      return ['settings'];
    // Where nothing stands, nothing is kept.
    case 'redirects':
      return [];
    case 'unknown':
      return 'everything';
  }
}
