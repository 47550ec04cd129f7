import type { SqliteSchema } from '../store/sqlite-schema.ts';

/** The copy of a site: its whole posts, the search index, and the progress of the copy. */
export const copySchema: SqliteSchema = {
  // "NinC"
  applicationId: 0x4e696e43,
  migrations: [
    `
create table posts (
  id integer primary key,
  -- Which beginning it was last told in: what a copy that began anew was not told is there no more.
  generation integer not null,
  -- In which pull an answer to the page brought it; null once the copy's own way has.
  learned integer,
  version integer not null,
  slug text not null,
  title text not null,
  published integer not null,
  featured integer not null,
  category_id integer not null,
  category text not null,
  category_name text not null,
  author text not null,
  author_name text not null,
  published_at text,
  created_at text not null,
  updated_at text not null,
  deleted_at text,
  views integer not null,
  -- Of the change that waits beside it.
  change_version integer,
  change_due_at text,
  change_problem text,
  -- Whether a proposal of it waits.
  is_proposed integer not null,
  -- JSON: slugs of its tags; one file of each picture it shows.
  tags text not null,
  pictures text not null,
  -- JSON: as lists have it.
  summary text not null
) strict;
create index posts_created on posts (created_at, id);
create index posts_published on posts (published_at, id);
create index posts_slug on posts (slug);

-- JSON: what a whole post has beside its summary.
create table post_texts (
  id integer primary key references posts(id) on delete cascade,
  rest text not null
) strict;

create virtual table post_search using fts5 (
  title, subtitle, excerpt, tags, category, author, words,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
insert into post_search (post_search, rank) values ('rank', 'bm25(10.0, 4.0, 4.0, 6.0, 2.0, 2.0, 1.0)');

-- Posts the server says are gone, until that is carried out.
create table doomed (id integer primary key) strict;

create table drafts (
  number integer primary key,
  id text not null unique,
  title text not null,
  post_id integer,
  -- Of its updates: another one is another text.
  mark text not null
) strict;
create virtual table draft_search using fts5 (
  title, subtitle, excerpt, tags, words,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

-- One row: JSON, see CopyPlace.
create table place (one integer primary key check (one = 1), place text not null) strict;
`,
  ],
};
