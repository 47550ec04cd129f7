import type { Migration } from './migration.ts';

/**
 * A picture's original file name and focal point, the bin for pictures, and the redirects from files that others have
 * replaced.
 */
export const mediaLibrary: Migration = {
  name: '0016-media-library',
  sql: `
-- What the file was called when it was uploaded; empty for pictures of before, and for those a model has made.
alter table images add column name text not null default '';
-- "50 30": per cent from the left and from the top; empty for the middle.
alter table images add column focus text not null default '';
alter table images add column deleted_at text check (deleted_at glob '????-??-??T??:??:??.???Z');
create index images_bin on images (deleted_at, id) where deleted_at is not null;

-- Former file names. The picture whose file had one was given another file, which has an address of its own.
create table image_redirects (
  filename text primary key,
  image_id integer not null references images(id) on delete cascade
) strict, without rowid;
create index image_redirects_image on image_redirects (image_id);
`,
};
