import type { OpenDatabase } from '#server/db/open.ts';

/** The highest number that a database has assigned: an id in any of its tables, or a version of any of its posts. */
export function highestNumber(sqlite: OpenDatabase['sqlite']): number {
  const highest = sqlite.prepare(
    'select max(coalesce((select max(seq) from sqlite_sequence), 0), coalesce((select max(version) from blog_posts), 0))',
  );
  return Number(highest.pluck().get());
}

/**
 * Sets the version of every post to `number`, and makes every table assign ids from the next number on. `number` is
 * higher than all numbers assigned before. Revisions keep the versions they had.
 */
export function liftNumbers(sqlite: OpenDatabase['sqlite'], number: number): void {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'");
  sqlite.transaction(() => {
    sqlite.prepare('update blog_posts set version = ?').run(number);
    // `sqlite_sequence` does not list a table that never held a row.
    sqlite.prepare('delete from sqlite_sequence').run();
    const begin = sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const name of tables.pluck().all()) begin.run(name, number);
  })();
}
