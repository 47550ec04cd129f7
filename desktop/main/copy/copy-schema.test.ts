import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import { migrate } from '../store/sqlite-schema.ts';
import { copySchema } from './copy-schema.ts';

test('both indexes of the copy have a column for every text of a post that is searched', () => {
  const sqlite = new Database(':memory:');
  migrate(sqlite, copySchema);
  const wanted = fieldsWith({ isSearched: true }).map((name) => (name === 'content' ? 'words' : name));
  for (const index of ['post_search', 'draft_search']) {
    const columns = sqlite.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(index);
    expect([index, wanted.filter((name) => !columns.includes(name))]).toEqual([index, []]);
  }
  sqlite.close();
});
