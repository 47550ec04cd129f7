import type { Migration } from './migration.ts';

/**
 * The order in which posts were last changed, for copies of the site on other devices. Triggers write it, so that no
 * change of a post can bypass it.
 */
export const postChanges: Migration = {
  name: '0033-post-changes',
  sql: `
create table post_changes (
  seq integer primary key autoincrement,
  -- Null once the post was changed again: the row only keeps its place.
  post_id integer,
  -- Names the row, so that a copy knows whether this database is the one it was made of.
  place text not null
) strict;
create unique index post_changes_post on post_changes (post_id) where post_id is not null;
create index post_changes_current on post_changes (seq, post_id) where post_id is not null;

insert into post_changes (post_id, place) select id, lower(hex(randomblob(16))) from blog_posts order by id;

create trigger blog_posts_change_insert after insert on blog_posts begin
  update post_changes set post_id = null where post_id = new.id;
  insert into post_changes (post_id, place) values (new.id, lower(hex(randomblob(16))));
end;
create trigger blog_posts_change_delete after delete on blog_posts begin
  update post_changes set post_id = null where post_id = old.id;
  insert into post_changes (post_id, place) values (old.id, lower(hex(randomblob(16))));
end;
-- All that is told of a post but its number of views.
create trigger blog_posts_change_update after update of
  title, slug, subtitle, excerpt, content, html, featured_image, featured_image_alt,
  featured_image_focus, category_id, author_id, published, featured, read_time, version, published_at, created_at,
  updated_at, deleted_at, content_updated_at, meta_title, meta_description, product_app, product_app_url, series_name,
  series_number, provenance, tags
on blog_posts begin
  update post_changes set post_id = null where post_id = new.id;
  insert into post_changes (post_id, place) values (new.id, lower(hex(randomblob(16))));
end;

create trigger pending_changes_change_insert after insert on pending_changes begin
  update post_changes set post_id = null where post_id = new.post_id;
  insert into post_changes (post_id, place) values (new.post_id, lower(hex(randomblob(16))));
end;
create trigger pending_changes_change_update after update on pending_changes begin
  update post_changes set post_id = null where post_id = new.post_id;
  insert into post_changes (post_id, place) values (new.post_id, lower(hex(randomblob(16))));
end;
create trigger pending_changes_change_delete after delete on pending_changes begin
  update post_changes set post_id = null where post_id = old.post_id;
  insert into post_changes (post_id, place) values (old.post_id, lower(hex(randomblob(16))));
end;

create trigger proposals_change_insert after insert on proposals begin
  update post_changes set post_id = null where post_id = new.post_id;
  insert into post_changes (post_id, place) values (new.post_id, lower(hex(randomblob(16))));
end;
create trigger proposals_change_update after update on proposals begin
  update post_changes set post_id = null where post_id = new.post_id;
  insert into post_changes (post_id, place) values (new.post_id, lower(hex(randomblob(16))));
end;
create trigger proposals_change_delete after delete on proposals begin
  update post_changes set post_id = null where post_id = old.post_id;
  insert into post_changes (post_id, place) values (old.post_id, lower(hex(randomblob(16))));
end;

-- What a post is filed under, and what is known of its picture, is told with it.
create trigger categories_change after update on categories
when old.name is not new.name or old.slug is not new.slug or old.description is not new.description
  or old.color is not new.color or old.icon is not new.icon
begin
  update post_changes set post_id = null where post_id in (select id from blog_posts where category_id = new.id);
  insert into post_changes (post_id, place)
    select id, lower(hex(randomblob(16))) from blog_posts where category_id = new.id;
end;
create trigger authors_change after update on authors
when old.name is not new.name or old.slug is not new.slug or old.bio is not new.bio or old.avatar is not new.avatar
begin
  update post_changes set post_id = null where post_id in (select id from blog_posts where author_id = new.id);
  insert into post_changes (post_id, place)
    select id, lower(hex(randomblob(16))) from blog_posts where author_id = new.id;
end;
create trigger tags_change after update on tags when old.name is not new.name or old.slug is not new.slug begin
  update post_changes set post_id = null where post_id in (select post_id from post_tags where tag_id = new.id);
  insert into post_changes (post_id, place)
    select post_id, lower(hex(randomblob(16))) from post_tags where tag_id = new.id;
end;
create trigger images_change_insert after insert on images begin
  update post_changes set post_id = null where post_id in (select post_id from post_images where filename = new.filename);
  insert into post_changes (post_id, place)
    select post_id, lower(hex(randomblob(16))) from post_images where filename = new.filename;
end;
create trigger images_change_update after update of filename, width, height, srcset, deleted_at on images begin
  update post_changes set post_id = null where post_id in (select post_id from post_images where filename = new.filename);
  insert into post_changes (post_id, place)
    select post_id, lower(hex(randomblob(16))) from post_images where filename = new.filename;
end;
create trigger images_change_delete after delete on images begin
  update post_changes set post_id = null where post_id in (select post_id from post_images where filename = old.filename);
  insert into post_changes (post_id, place)
    select post_id, lower(hex(randomblob(16))) from post_images where filename = old.filename;
end;
`,
};
