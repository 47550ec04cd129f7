import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import type { ToldPost } from '#server/repositories/posts/told-posts.ts';
import type { NewMessage } from '#server/repositories/webhook-deliveries.ts';
import type { StoredWebhook } from '#server/repositories/webhooks.ts';

/** Whether a webhook receives an event: events of posts that readers have never seen only if the owner wants that. */
export function hears(
  { events, hearsDrafts }: Pick<StoredWebhook, 'events' | 'hearsDrafts'>,
  { type, isLive }: PostEvent,
  post: ToldPost | undefined,
): boolean {
  if (!events.includes(type)) return false;
  if (hearsDrafts) return true;
  if (type === 'written') return isLive;
  return type !== 'gone' || post?.hasBeenLive === true;
}

/** The message for an event. Its id is the event's id, so that a receiver can recognize a duplicate. */
export function messageOf(event: PostEvent, post: ToldPost | undefined, siteUrl: string): NewMessage {
  const { id, type, at, cause, oldSlug, slug, postId } = event;
  const body = {
    id,
    type,
    at,
    cause,
    /** The same value in every message of one action on many posts. */
    batch: cause === 'bulk' ? `bulk ${at}` : null,
    post: {
      id: postId,
      slug,
      previousSlug: oldSlug === slug ? null : oldSlug,
      title: post?.title ?? null,
      ...(post?.shown && event.isLive ? shownFields(post.shown, siteUrl) : { url: null }),
    },
  };
  return { messageId: id, type, body: JSON.stringify(body) };
}

export function testMessage(id: string, now: number, siteUrl: string): NewMessage {
  const at = new Date(now).toISOString();
  const post = { id: 0, slug: 'a-test', previousSlug: null, title: 'A test', url: `${siteUrl}/post/a-test` };
  return {
    messageId: id,
    type: 'test',
    body: JSON.stringify({ id, type: 'test', at, cause: 'test', batch: null, post }),
  };
}

function shownFields(post: NonNullable<ToldPost['shown']>, siteUrl: string) {
  return {
    url: `${siteUrl}/post/${encodeURIComponent(post.slug)}`,
    excerpt: post.excerpt,
    featuredImage: post.featuredImage?.startsWith('/') ? `${siteUrl}${post.featuredImage}` : post.featuredImage,
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    readTime: post.readTime,
    category: { slug: post.category.slug, name: post.category.name },
    author: { slug: post.author.slug, name: post.author.name },
    tags: post.tagList.map(({ slug, name }) => ({ slug, name })),
  };
}
