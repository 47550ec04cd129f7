import type { PostSummary } from '#shared/contract/posts.ts';

/** Characters of an excerpt in a list. */
const MOST_EXCERPT = 300;

/** What an agent is told of a post in a list. */
export function toldPost(post: PostSummary, siteUrl: string, now: number) {
  const { id, version, slug, title, excerpt, publishedAt, createdAt, updatedAt, views, category, author } = post;
  const isLive = post.published && publishedAt !== null && Date.parse(publishedAt) <= now;
  return {
    ...{ id, version, slug, title },
    state: isLive ? 'live' : post.published ? 'scheduled' : 'draft',
    url: isLive ? `${siteUrl}/post/${encodeURIComponent(slug)}` : null,
    excerpt: excerpt.slice(0, MOST_EXCERPT),
    ...{ publishedAt, createdAt, updatedAt, views },
    category: { slug: category.slug, name: category.name },
    author: { slug: author.slug, name: author.name },
    tags: post.tags,
    ...(post.pending && { pendingChange: true }),
    ...(post.proposed && { proposed: { by: post.proposed.name, state: post.proposed.state } }),
  };
}
