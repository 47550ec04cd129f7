import { z } from 'zod';
import { readDate } from '#shared/content/front-matter/front-matter.ts';

/** Ids were numbers before Ghost 1. */
const id = z.union([z.string(), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
/** SQLite stores booleans as 0 and 1. */
const flag = z.union([z.boolean(), z.number()]).nullish().transform(Boolean);
/** ISO 8601, "2024-01-31 09:00:00" or milliseconds since 1970; any other value counts as unknown. */
const time = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 8.64e15 ? value : null;
    return value ? readDate(value) : null;
  });

export const ghostMeta = z.object({ version: z.string().nullish() });

export const ghostPost = z.object({
  id,
  uuid: text,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  plaintext: text,
  feature_image: text,
  featured: flag,
  type: text,
  page: flag,
  status: text,
  visibility: text,
  custom_excerpt: text,
  meta_title: text,
  meta_description: text,
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  created_at: time,
  updated_at: time,
  published_at: time,
  author_id: id.nullish(),
});
export type GhostPost = z.output<typeof ghostPost>;

export const ghostPostMeta = z.object({
  post_id: id,
  meta_title: text,
  meta_description: text,
  feature_image_alt: text,
  feature_image_caption: text,
});
export type GhostPostMeta = z.output<typeof ghostPostMeta>;

export const ghostTag = z.object({ id, name: z.string().min(1), slug: text, description: text, visibility: text });
export type GhostTag = z.output<typeof ghostTag>;

export const ghostUser = z.object({
  id,
  name: z.string().min(1),
  slug: text,
  email: text,
  bio: text,
  profile_image: text,
  image: text,
});
export type GhostUser = z.output<typeof ghostUser>;

const order = z.number().nullish();
export const ghostPostTag = z.object({ post_id: id, tag_id: id, sort_order: order });
export const ghostPostAuthor = z.object({ post_id: id, author_id: id, sort_order: order });
export const ghostSetting = z.object({ key: z.string(), value: z.unknown() });

export const ghostMember = z.object({
  id: id.optional(),
  email: z.string().min(3),
  name: text,
  status: text,
  subscribed: z.union([z.boolean(), z.number()]).nullish(),
  email_disabled: flag,
  created_at: time,
});
export const ghostMemberLetter = z.object({ member_id: id });
export const ghostRedirect = z.object({ from: z.string(), to: z.string(), permanent: flag });
