import type { Migration } from './migration.ts';

/**
 * The time of the last change of the text of a post that readers had seen; saves that do not change the text leave it
 * as it is.
 */
export const contentUpdatedAt: Migration = {
  name: '0011-content-updated-at',
  sql: `
-- Null: readers have it as it was when it was published.
alter table blog_posts add column content_updated_at text check (content_updated_at glob '????-??-??T??:??:??.???Z');

-- The last revision with another text was replaced by the present one.
update blog_posts set content_updated_at = (
  select r.created_at from post_revisions r
  where r.post_id = blog_posts.id and r.content <> blog_posts.content
  order by r.version desc limit 1
)
where published_at < (
  select r.created_at from post_revisions r
  where r.post_id = blog_posts.id and r.content <> blog_posts.content
  order by r.version desc limit 1
);

-- The column stands behind the long texts of its row: the sitemap reads this index alone.
create index blog_posts_live_addresses on blog_posts (published, deleted_at, published_at, id, slug, content_updated_at)
  where published = 1 and deleted_at is null;
`,
};
