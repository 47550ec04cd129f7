import type { Migration } from './migration.ts';

/** A post has a subtitle, which the search covers. */
export const subtitle: Migration = {
  name: '0007-subtitle',
  sql: `
alter table blog_posts add column subtitle text;

drop trigger blog_posts_search_insert;
drop trigger blog_posts_search_delete;
drop trigger blog_posts_search_update;
drop table post_search;
create virtual table post_search using fts5 (
  -- The search makes its snippets of the second and the fourth.
  title, excerpt, tags, body, subtitle,
  content = 'blog_posts', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
insert into post_search (post_search, rank) values ('rank', 'bm25(10.0, 4.0, 6.0, 1.0, 6.0)');
insert into post_search (post_search) values ('rebuild');

create trigger blog_posts_search_insert after insert on blog_posts begin
  insert into post_search (rowid, title, excerpt, tags, body, subtitle) values (new.id, new.title, new.excerpt, new.tags, new.body, new.subtitle);
end;
create trigger blog_posts_search_delete after delete on blog_posts begin
  insert into post_search (post_search, rowid, title, excerpt, tags, body, subtitle) values ('delete', old.id, old.title, old.excerpt, old.tags, old.body, old.subtitle);
end;
create trigger blog_posts_search_update after update of title, excerpt, tags, body, subtitle on blog_posts
when old.title is not new.title or old.excerpt is not new.excerpt or old.tags is not new.tags or old.body is not new.body or old.subtitle is not new.subtitle
begin
  insert into post_search (post_search, rowid, title, excerpt, tags, body, subtitle) values ('delete', old.id, old.title, old.excerpt, old.tags, old.body, old.subtitle);
  insert into post_search (rowid, title, excerpt, tags, body, subtitle) values (new.id, new.title, new.excerpt, new.tags, new.body, new.subtitle);
end;
`,
};
