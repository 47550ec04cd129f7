import type { OpenDatabase } from '#server/db/open.ts';

/** The highest number a database has given: an id of any of its tables, or a version of any of its posts. */
export function highestNumber(sqlite: OpenDatabase['sqlite']): number {
  const highest = sqlite.prepare(
    'select max(coalesce((select max(seq) from sqlite_sequence), 0), coalesce((select max(version) from blog_posts), 0))',
  );
  return Number(highest.pluck().get());
}

/**
 * Gives every post this version, and lets every table give ids from the next number on. `number` is higher than all that
 * were given. Revisions keep the versions they had.
 */
export function liftNumbers(sqlite: OpenDatabase['sqlite'], number: number): void {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'");
  sqlite.transaction(() => {
    sqlite.prepare('update blog_posts set version = ?').run(number);
    // A table that never held a row is not in it yet.
    sqlite.prepare('delete from sqlite_sequence').run();
    const begin = sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const name of tables.pluck().all()) begin.run(name, number);
  })();
}
