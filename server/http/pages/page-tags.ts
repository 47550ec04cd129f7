import { type LiveList, seriesLists } from '#server/repositories/posts/live-lists.ts';
import type { SiteChange, SiteEvent } from '#server/services/events/site-events.ts';
import type { Post, PostPage, PostSummary } from '#shared/contract/posts/post.ts';

/**
 * The things that a page can depend on; a page is rendered again when one of them changes:
 * - a list of live posts (`posts`, `category:3`, …): the posts in it, their order and their number;
 * - `post:12`: the parts of the post that the page shows; `every-post`: something of every live post;
 * - `author:4`: name, bio, picture;
 * - `categories`: the names and looks of all categories, which are in the footer of every page;
 * - `settings`: the name of the site and the owner's other statements about it.
 * The name of a tag belongs to its list, `tag:5`: a page that shows the name also shows posts related by the tag.
 */
export type PageTag = LiveList | `post:${number}` | 'every-post' | `author:${number}` | 'categories' | 'settings';

/** Records what a page depends on while it is made. */
export type DependsOn = (...tags: readonly PageTag[]) => void;

/** The tags of a page that shows a post in a list. */
export function tagsOfListed({ id, author }: Pick<PostSummary, 'id' | 'author'>): PageTag[] {
  return [`post:${id}`, `author:${author.id}`];
}

/** The tags of a page that shows a whole post. */
export function tagsOfPost(post: Pick<Post, 'id' | 'author' | 'tagList'>): PageTag[] {
  return [...tagsOfListed(post), ...post.tagList.map(({ id }) => `tag:${id}` as const)];
}

/** The tags of a post's own page, without the related posts. */
export function tagsOfPostPage(
  post: Pick<PostPage, 'id' | 'author' | 'tagList' | 'previous' | 'next' | 'series'>,
): PageTag[] {
  const beside = [post.previous, post.next, ...(post.series?.parts ?? [])].flatMap((neighbour) =>
    neighbour ? [`post:${neighbour.id}` as const] : [],
  );
  return [...tagsOfPost(post), `beside:${post.id}`, ...beside, ...seriesLists(post.series?.name ?? null)];
}

/** The tags that an event has changed; "everything" when that is not known. */
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

/** Whether a page may show something else after an event: events of drafts change no page. */
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
    // Nothing is cached for an address at which there is nothing.
    case 'redirects':
      return [];
    case 'unknown':
      return 'everything';
  }
}
