import { z } from 'zod';

// The file that Ghost's importer accepts, as described at docs.ghost.org under "Developer Migration Docs" (Ghost 5 and
// 6): the names of Ghost's own tables, ids that are valid only within the file, and no field that Ghost fills in by
// itself.

/**
 * The largest number of characters in the columns of Ghost's tables (its "schema.js"): Ghost would refuse an entry with
 * a longer text.
 */
export const GHOST_LIMITS = {
  title: 255,
  slug: 191,
  excerpt: 300,
  name: 191,
  description: 500,
  bio: 250,
  metaTitle: 300,
  metaDescription: 500,
  alt: 191,
} as const;

/** "2025-06-30T15:31:36.000Z". */
const time = z.iso.datetime();
const id = z.string().min(1).max(24);
const upTo = (max: number) => z.string().max(max);

const ghostPost = z.strictObject({
  id,
  title: upTo(GHOST_LIMITS.title).min(1),
  slug: upTo(GHOST_LIMITS.slug).min(1),
  /** Ghost converts it to its own format. */
  html: z.string(),
  lexical: z.null(),
  mobiledoc: z.null(),
  /** Our own id of the post, which Ghost's themes can show. */
  comment_id: z.string(),
  feature_image: z.string().nullable(),
  featured: z.literal([0, 1]),
  type: z.literal('post'),
  status: z.enum(['published', 'draft', 'scheduled']),
  visibility: z.literal('public'),
  created_at: time,
  updated_at: time,
  published_at: time.nullable(),
  custom_excerpt: upTo(GHOST_LIMITS.excerpt).nullable(),
});
export type GhostPost = z.output<typeof ghostPost>;

const ghostPostMeta = z.strictObject({
  post_id: id,
  meta_title: upTo(GHOST_LIMITS.metaTitle).nullable(),
  meta_description: upTo(GHOST_LIMITS.metaDescription).nullable(),
  feature_image_alt: upTo(GHOST_LIMITS.alt).nullable(),
});
export type GhostPostMeta = z.output<typeof ghostPostMeta>;

const ghostTag = z.strictObject({
  id,
  name: upTo(GHOST_LIMITS.name).min(1),
  slug: upTo(GHOST_LIMITS.slug).min(1),
  description: upTo(GHOST_LIMITS.description).nullable(),
});
export type GhostTag = z.output<typeof ghostTag>;

const ghostUser = z.strictObject({
  id,
  name: upTo(GHOST_LIMITS.name).min(1),
  slug: upTo(GHOST_LIMITS.slug).min(1),
  email: z.email().max(191),
  bio: upTo(GHOST_LIMITS.bio).nullable(),
  profile_image: z.string().nullable(),
  roles: z.tuple([z.literal('Author')]),
});
export type GhostUser = z.output<typeof ghostUser>;

/** The tables of the file. */
export const ghostTables = {
  posts: ghostPost,
  posts_meta: ghostPostMeta,
  tags: ghostTag,
  posts_tags: z.strictObject({ post_id: id, tag_id: id, sort_order: z.int().min(0) }),
  users: ghostUser,
  posts_authors: z.strictObject({ post_id: id, author_id: id, sort_order: z.literal(0) }),
};

const ghostMeta = z.strictObject({ exported_on: z.int(), version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** The whole file. */
export const ghostFile = z.strictObject({
  db: z.tuple([
    z.strictObject({
      meta: ghostMeta,
      data: z.strictObject({
        posts: z.array(ghostTables.posts),
        posts_meta: z.array(ghostTables.posts_meta),
        tags: z.array(ghostTables.tags),
        posts_tags: z.array(ghostTables.posts_tags),
        users: z.array(ghostTables.users),
        posts_authors: z.array(ghostTables.posts_authors),
      }),
    }),
  ]),
});
