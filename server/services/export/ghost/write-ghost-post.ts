import type { Author } from '#shared/contract/authors.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { GHOST_LIMITS, type GhostPost, type GhostPostMeta, type GhostTag, type GhostUser } from './ghost-shapes.ts';

type Address = (address: string) => string;

/** A post as a row of Ghost's table. `now` in milliseconds since 1970 decides whether the post is scheduled. */
export function ghostPost(
  post: Post,
  { html, address, now }: { html: string; address: Address; now: number },
): GhostPost {
  return {
    id: String(post.id),
    title: cut(post.title.trim(), GHOST_LIMITS.title) || '(Untitled)',
    slug: post.slug.slice(0, GHOST_LIMITS.slug).toWellFormed(),
    html,
    lexical: null,
    mobiledoc: null,
    comment_id: String(post.id),
    feature_image: post.featuredImage && address(post.featuredImage),
    featured: post.featured ? 1 : 0,
    type: 'post',
    status: statusOf(post, now),
    visibility: 'public',
    created_at: post.createdAt,
    updated_at: post.updatedAt,
    published_at: post.published ? post.publishedAt : null,
    custom_excerpt: cut(post.excerpt, GHOST_LIMITS.excerpt) || null,
  };
}

function statusOf({ published, publishedAt }: Post, now: number): GhostPost['status'] {
  if (!published || publishedAt === null) return 'draft';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}

/**
 * The texts about a post for search engines and screen readers; null when there are none. `alt` is the picture's own
 * text.
 */
export function ghostPostMeta(post: Post, alt: string): GhostPostMeta | null {
  const meta = {
    post_id: String(post.id),
    meta_title: cut(post.metaTitle, GHOST_LIMITS.metaTitle) || null,
    meta_description: cut(post.metaDescription, GHOST_LIMITS.metaDescription) || null,
    feature_image_alt: (post.featuredImage && cut(post.featuredImageAlt || alt, GHOST_LIMITS.alt)) || null,
  };
  const { post_id: _, ...said } = meta;
  return Object.values(said).some((text) => text !== null) ? meta : null;
}

/** A category or tag as a Ghost tag. */
export function ghostTag(id: string, tag: { name: string; slug: string; description?: string }): GhostTag {
  return {
    id,
    name: cut(tag.name, GHOST_LIMITS.name),
    slug: tag.slug.slice(0, GHOST_LIMITS.slug).toWellFormed(),
    description: cut(tag.description, GHOST_LIMITS.description) || null,
  };
}

/** An author as a Ghost user, who may sign in there after the owner has invited them. */
export function ghostUser(author: Author & { email: string }, address: Address): GhostUser {
  return {
    id: String(author.id),
    name: cut(author.name, GHOST_LIMITS.name),
    slug: author.slug.slice(0, GHOST_LIMITS.slug).toWellFormed(),
    email: author.email,
    bio: cut(author.bio, GHOST_LIMITS.bio) || null,
    profile_image: author.avatar && address(author.avatar),
    roles: ['Author'],
  };
}

/** The beginning of a text, up to the last whole word that fits. */
function cut(text: string | null | undefined, max: number): string {
  const whole = text ?? '';
  if (whole.length <= max) return whole;
  const start = whole.slice(0, max - 1).toWellFormed();
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), max / 2)).trimEnd()}…`;
}
