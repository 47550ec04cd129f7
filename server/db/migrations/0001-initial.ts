import type { Migration } from './migration.ts';

/**
 * The first tables. Times are ISO 8601 UTC text with milliseconds, flags 0 or 1, lists and records JSON text. An id is
 * never assigned twice (AUTOINCREMENT), because drafts on other devices, revisions and addresses remember it.
 */
export const initial: Migration = {
  name: '0001-initial',
  sql: `
create table categories (
  id integer primary key autoincrement,
  name text not null unique collate nocase,
  slug text not null unique,
  description text not null default '',
  color text not null,
  icon text not null
) strict;

create table tags (
  id integer primary key autoincrement,
  name text not null unique,
  slug text not null unique
) strict;

create table authors (
  id integer primary key autoincrement,
  name text not null,
  email text not null unique collate nocase,
  bio text,
  avatar text,
  social text check (social is null or json_valid(social))
) strict;

-- The long columns stand last: SQLite reads a row from its start and only as far as a query asks.
create table blog_posts (
  id integer primary key autoincrement,
  title text not null,
  slug text not null,
  featured_image text,
  category_id integer not null references categories(id),
  author_id integer not null references authors(id),
  published integer not null default 0 check (published in (0, 1)),
  featured integer not null default 0 check (featured in (0, 1)),
  read_time integer not null check (read_time >= 1),
  views integer not null default 0,
  version integer not null default 1,
  html_version integer not null default 0,
  published_at text check (published_at glob '????-??-??T??:??:??.???Z'),
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  updated_at text not null check (updated_at glob '????-??-??T??:??:??.???Z'),
  deleted_at text check (deleted_at glob '????-??-??T??:??:??.???Z'),
  meta_title text,
  meta_description text,
  product_app text,
  product_app_url text,
  -- Providers whose embeds the HTML holds, as a JSON list.
  embeds text not null default '[]' check (json_valid(embeds)),
  -- The names in post_tags, as a JSON list: what the search index reads. post_tags is the truth.
  tags text not null default '[]',
  excerpt text not null,
  content text not null,
  html text not null default '',
  -- The words of the post without their markup, for the search index.
  body text not null default '',
  check (published = 0 or published_at is not null)
) strict;

-- What lies in the bin does not hold its slug.
create unique index blog_posts_slug on blog_posts (slug) where deleted_at is null;
-- Every column a live list asks for, so that it is answered from the index alone. The two constant columns at the
-- front cost two bytes a row, and SQLite takes an index for covering only when its own condition is in it.
create index blog_posts_live on blog_posts (published, deleted_at, published_at, id) where published = 1 and deleted_at is null;
create index blog_posts_live_featured on blog_posts (published, deleted_at, featured, published_at, id) where published = 1 and deleted_at is null;
create index blog_posts_live_category on blog_posts (published, deleted_at, category_id, published_at, id) where published = 1 and deleted_at is null;
create index blog_posts_live_category_featured on blog_posts (published, deleted_at, category_id, featured, published_at, id) where published = 1 and deleted_at is null;
create index blog_posts_live_embeds on blog_posts (published, deleted_at, embeds, published_at) where published = 1 and deleted_at is null and embeds <> '[]';
create index blog_posts_never_live on blog_posts (id) where published = 0 or deleted_at is not null;
-- The owner's list, with every column it is filtered by.
create index blog_posts_created on blog_posts (deleted_at, created_at, id, published, published_at, featured, category_id) where deleted_at is null;
create index blog_posts_deleted on blog_posts (deleted_at, id) where deleted_at is not null;
create index blog_posts_html_version on blog_posts (html_version);
create index blog_posts_category on blog_posts (category_id);
create index blog_posts_author on blog_posts (author_id);

create table post_tags (
  post_id integer not null references blog_posts(id) on delete cascade,
  tag_id integer not null references tags(id) on delete cascade,
  position integer not null,
  primary key (post_id, tag_id)
) strict, without rowid;
create index post_tags_tag on post_tags (tag_id, post_id);

-- Which of our own pictures a post shows, in its text or as its featured picture.
create table post_images (
  post_id integer not null references blog_posts(id) on delete cascade,
  filename text not null,
  primary key (post_id, filename)
) strict, without rowid;
create index post_images_filename on post_images (filename, post_id);

create table post_revisions (
  id integer primary key autoincrement,
  post_id integer not null references blog_posts(id) on delete cascade,
  version integer not null,
  created_at text not null,
  title text not null,
  slug text not null,
  -- The other fields of the post form as one JSON record.
  fields text not null check (json_valid(fields)),
  excerpt text not null,
  content text not null,
  unique (post_id, version)
) strict;

create table redirects (
  slug text primary key,
  post_id integer not null references blog_posts(id) on delete cascade,
  created_at text not null
) strict, without rowid;
create index redirects_post on redirects (post_id);

-- What an import made a post of: the slug its file has, and the hash of what the file said, so that the next run finds
-- the post under whatever slug it has now and knows whether the file has changed since.
create table post_sources (
  slug text primary key,
  post_id integer not null references blog_posts(id) on delete cascade,
  sha256 text not null
) strict, without rowid;
create index post_sources_post on post_sources (post_id);

create virtual table post_search using fts5 (
  title, excerpt, tags, body,
  content = 'blog_posts', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
insert into post_search (post_search, rank) values ('rank', 'bm25(10.0, 4.0, 6.0, 1.0)');

-- Every word a post was ever saved with, folded: what a mistyped query is compared with. Lookups in the index's own
-- vocabulary (fts5vocab) take 50 µs each, here 1 µs; a word no post holds any more does no harm.
create table search_words (word text primary key) strict, without rowid;

create trigger blog_posts_search_insert after insert on blog_posts begin
  insert into post_search (rowid, title, excerpt, tags, body) values (new.id, new.title, new.excerpt, new.tags, new.body);
end;
create trigger blog_posts_search_delete after delete on blog_posts begin
  insert into post_search (post_search, rowid, title, excerpt, tags, body) values ('delete', old.id, old.title, old.excerpt, old.tags, old.body);
end;
create trigger blog_posts_search_update after update of title, excerpt, tags, body on blog_posts
when old.title is not new.title or old.excerpt is not new.excerpt or old.tags is not new.tags or old.body is not new.body
begin
  insert into post_search (post_search, rowid, title, excerpt, tags, body) values ('delete', old.id, old.title, old.excerpt, old.tags, old.body);
  insert into post_search (rowid, title, excerpt, tags, body) values (new.id, new.title, new.excerpt, new.tags, new.body);
end;

create table newsletter_subscribers (
  id integer primary key autoincrement,
  email text not null unique collate nocase,
  subscribed integer not null default 1 check (subscribed in (0, 1)),
  created_at text not null
) strict;

create table admin_users (
  id integer primary key autoincrement,
  email text not null unique collate nocase,
  password text not null,
  name text not null,
  created_at text not null,
  updated_at text not null
) strict;

create table sessions (
  sid text primary key,
  sess text not null check (json_valid(sess)),
  expire text not null
) strict, without rowid;
create index sessions_expire on sessions (expire);

create table prompt_templates (
  id integer primary key autoincrement,
  step_number integer not null unique check (step_number between 1 and 9),
  title text not null,
  prompt text not null,
  description text not null default '',
  is_default integer not null default 1 check (is_default in (0, 1)),
  created_at text not null,
  updated_at text not null
) strict;

create table contact_messages (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  subject text not null default '',
  message text not null,
  is_read integer not null default 0 check (is_read in (0, 1)),
  -- Looked like a program's work: kept, not mailed.
  is_suspect integer not null default 0 check (is_suspect in (0, 1)),
  created_at text not null
) strict;
create index contact_messages_newest on contact_messages (created_at, id);

create table images (
  id integer primary key autoincrement,
  filename text not null unique,
  -- The upload as it came, in DATA_DIR/originals; never served.
  original_filename text not null,
  share_filename text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  srcset text not null default '',
  title text not null default '',
  alt text not null default '',
  -- Of the upload as it came, in hex; null until an import has asked for it.
  sha256 text,
  created_at text not null
) strict;
create index images_newest on images (created_at, id);
create index images_sha256 on images (sha256);

-- One row a call that can cost money or must happen once.
create table ai_calls (
  id integer primary key autoincrement,
  key text unique,
  call text not null,
  body_hash text not null,
  state text not null check (state in ('running', 'succeeded', 'failed')),
  model text,
  output text,
  answer text check (answer is null or json_valid(answer)),
  error text check (error is null or json_valid(error)),
  finish_reason text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_usd real,
  created_at text not null,
  finished_at text
) strict;
create index ai_calls_created on ai_calls (created_at);
create index ai_calls_running on ai_calls (id) where state = 'running';

create table workspace_docs (
  id text primary key,
  kind text not null check (kind in ('draft', 'prompt', 'run', 'preferences')),
  -- The document's updates up to compacted_seq, merged into one.
  state blob,
  compacted_seq integer not null default 0,
  deleted_at text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;

create table workspace_updates (
  seq integer primary key autoincrement,
  id text not null unique,
  doc_id text not null references workspace_docs(id) on delete cascade,
  data blob not null,
  created_at text not null
) strict;
create index workspace_updates_doc on workspace_updates (doc_id, seq);

create table settings (
  key text primary key,
  value text not null check (json_valid(value)),
  updated_at text not null
) strict, without rowid;
`,
};
