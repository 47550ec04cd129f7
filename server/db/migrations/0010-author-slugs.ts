import { slugify, uniqueSlug } from '#shared/content/slug.ts';
import type { Migration } from './migration.ts';

/**
 * An author has an address, and the author's former addresses lead there; the list of an author's posts is read from an
 * index.
 */
export const authorSlugs: Migration = {
  name: '0010-author-slugs',
  functions() {
    const taken = new Set<string>();
    return {
      author_slug(name) {
        const slug = uniqueSlug(slugify(name) || 'author', (candidate) => taken.has(candidate));
        taken.add(slug);
        return slug;
      },
    };
  },
  sql: `
create table authors_with_slugs (
  id integer primary key autoincrement,
  name text not null,
  slug text not null unique,
  email text not null unique collate nocase,
  bio text,
  avatar text,
  social text check (social is null or json_valid(social))
) strict;
insert into authors_with_slugs (id, name, slug, email, bio, avatar, social)
  select id, name, author_slug(name), email, bio, avatar, social from authors order by id;
-- The highest id ever given, also where its author is gone.
delete from sqlite_sequence where name = 'authors_with_slugs';
insert into sqlite_sequence (name, seq) select 'authors_with_slugs', seq from sqlite_sequence where name = 'authors';
drop table authors;
alter table authors_with_slugs rename to authors;

-- Former slugs. Who had one last has it.
create table author_redirects (
  slug text primary key,
  author_id integer not null references authors(id) on delete cascade
) strict, without rowid;
create index author_redirects_author on author_redirects (author_id);

create index blog_posts_live_author on blog_posts (published, deleted_at, author_id, published_at, id) where published = 1 and deleted_at is null;
`,
};
