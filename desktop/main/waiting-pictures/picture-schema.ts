import type { SqliteSchema } from '../store/sqlite-schema.ts';

/** The pictures of a site that wait on this computer until they can be sent. */
export const pictureSchema: SqliteSchema = {
  // "NinP"
  applicationId: 0x4e696e50,
  migrations: [
    `
create table pictures (
  -- In the order in which they were given.
  seq integer primary key,
  id text not null unique,
  -- The Idempotency-Key of its upload: the id, and another one for another try of what was refused.
  key text not null,
  name text not null,
  type text not null,
  size integer not null,
  title text not null default '',
  alt text not null default '',
  focus text not null default '',
  created_at integer not null,
  -- Its address at the server, and whether drafts have it.
  url text,
  is_placed integer not null default 0,
  -- Why the server does not take it.
  fault text,
  -- When a document was last seen that names it; null for none yet. Milliseconds since 1970, as created_at.
  named_at integer,
  -- Null once it is at the server: of what was sent its address alone is kept, for texts that name it still. The last, so that
  -- the others are read without it.
  body blob
) strict;
`,
  ],
};
