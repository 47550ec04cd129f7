import type { Migration } from './migration.ts';

/** The owner's description of a post's featured picture, and the point of the picture that must stay visible. */
export const featuredImageWords: Migration = {
  name: '0013-featured-image-words',
  sql: `
alter table blog_posts add column featured_image_alt text;
alter table blog_posts add column featured_image_focus text;

-- Lists show both, and the columns themselves stand behind the long texts of their rows: lists read this index alone.
create index blog_posts_featured_image_words on blog_posts (id, featured_image_alt, featured_image_focus)
  where coalesce(featured_image_alt, featured_image_focus) is not null;
`,
};
