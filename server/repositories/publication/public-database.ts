import { isoTime, live } from '#server/db/live.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { DUE_TABLES, type DuePost, type DueRow, type DueTable } from './due-rows.ts';
import { MADE_ANEW, publicTables } from './public-tables.ts';

/** The time, in milliseconds, before its publication from which a scheduled post is sent to reader instances. */
export const DUE_WITHIN = 24 * 60 * 60_000;
/** The most scheduled posts that are sent before their time, the earliest first. */
export const MOST_DUE = 500;

interface PublicOptions {
  /** The path of a copy of the writer's database; the copy is changed and of no use afterwards. */
  source: string;
  /** The path of the published database; the file must not exist. */
  target: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The ids of the posts that are being copied. */
const CHOSEN = 'select id from temp.chosen';

type Sqlite = OpenDatabase['sqlite'];

/**
 * Makes the published database (docs/rules.md, "Published readers"): a new database of the same schema, into which only
 * the contents named in `public-tables.ts` are written, so that none of its pages ever held anything else. Returns the
 * posts that are due within a day, which the published database does not contain.
 */
export async function makePublicDatabase({ source, target, now }: PublicOptions): Promise<{ due: DuePost[] }> {
  const due = await withBoth({ source, target }, (sqlite) => {
    sqlite.exec('create temp table chosen (id integer primary key)');
    const triggers = takeTriggers(sqlite);
    fillWithLive(sqlite, now);
    const found = duePosts(sqlite, now);
    copyIndex(sqlite, now);
    for (const trigger of triggers) sqlite.exec(trigger);
    return found;
  });
  // On another connection, because the first one knows the index only as it was before.
  await withBoth({ source, target }, (sqlite) => {
    keepPublicWords(sqlite);
    const faults = sqlite.pragma('main.foreign_key_check');
    if (Array.isArray(faults) && faults.length > 0)
      throw new Error(`What readers may see refers to what they may not: ${JSON.stringify(faults[0])}`);
    sqlite.exec('detach src');
    sqlite.exec('vacuum');
    sqlite.pragma('journal_mode = delete');
  });
  return { due };
}

/** Opens the published database, with the writer's database attached as `src`. */
async function withBoth<T>(files: { source: string; target: string }, work: (sqlite: Sqlite) => T): Promise<T> {
  const made = openDatabase(files.target);
  const { sqlite } = made;
  try {
    sqlite.prepare('attach ? as src').run(files.source);
    // Nobody uses either database before it is complete.
    for (const name of ['main', 'src']) {
      sqlite.pragma(`${name}.journal_mode = off`);
      sqlite.pragma(`${name}.synchronous = off`);
    }
    sqlite.pragma('foreign_keys = off');
    if (versionOf(sqlite, 'src') !== versionOf(sqlite, 'main'))
      throw new Error('The database is not of this version of the program; nothing was published.');
    return work(sqlite);
  } finally {
    await made.close();
  }
}

const versionOf = (sqlite: Sqlite, name: string) => sqlite.pragma(`${name}.user_version`, { simple: true });

/** Drops the triggers, which are meant for rows written one by one; returns the statements that create them again. */
function takeTriggers(sqlite: Sqlite): string[] {
  const found = sqlite.prepare("select name, sql from main.sqlite_schema where type = 'trigger'").all();
  return (found as { name: string; sql: string }[]).map(({ name, sql }) => {
    sqlite.exec(`drop trigger main."${name}"`);
    return sql;
  });
}

function fillWithLive(sqlite: Sqlite, now: number): void {
  sqlite.transaction(() => {
    // A new database already contains some rows.
    for (const { name } of plainTables(sqlite)) sqlite.exec(`delete from main."${name}"`);
    const chosen = `insert into temp.chosen select p.id from src.blog_posts p where ${live.sql}`;
    sqlite.prepare(chosen).run({ now: isoTime(now) });
    for (const name of publicTables.keys()) {
      const { columns, values, where } = partsOf(name);
      sqlite.exec(
        `insert into main.${name} (${columns.join(', ')}) select ${values.join(', ')} from src.${name} t ${where}`,
      );
    }
    sqlite.exec('delete from temp.chosen');
  })();
}

/** The tables that belong neither to the system nor to the search index. */
function plainTables(sqlite: Sqlite) {
  const all = sqlite.prepare("select name from main.sqlite_schema where type = 'table' order by name").all();
  return (all as { name: string }[]).filter(
    ({ name }) =>
      !name.startsWith('sqlite_') && !MADE_ANEW.some((made) => name === made || name.startsWith(`${made}_`)),
  );
}

/** A public table in SQL: its columns, the value that is read for each, and the condition on its rows. */
function partsOf(name: string) {
  const table = publicTables.get(name);
  if (!table) throw new Error(`${name} is not public`);
  const columns = Object.keys(table.columns);
  const values = Object.entries(table.columns).map(([column, how]) => (how === 'public' ? `t.${column}` : how.instead));
  return { columns, values, where: table.rows ? `where ${table.rows(CHOSEN)}` : '' };
}

/** The posts that go live within a day, each with its rows. */
function duePosts(sqlite: Sqlite, now: number): DuePost[] {
  const due = sqlite.prepare(
    `select p.id, p.slug, p.published_at as at from src.blog_posts p
     where p.published = 1 and p.deleted_at is null and p.published_at > ? and p.published_at <= ?
     order by p.published_at, p.id limit ${MOST_DUE}`,
  );
  const posts = due.all(isoTime(now), isoTime(now + DUE_WITHIN)) as { id: number; slug: string; at: string }[];
  const choose = sqlite.prepare('insert into temp.chosen values (?)');
  return posts.map((post) => {
    sqlite.exec('delete from temp.chosen');
    choose.run(post.id);
    return { ...post, rows: DUE_TABLES.flatMap((table) => rowsOf(sqlite, table)) };
  });
}

function rowsOf(sqlite: Sqlite, table: DueTable) {
  const { columns, values, where } = partsOf(table);
  const read = values.map((value, index) => `${value} as ${columns[index]}`);
  const rows = sqlite.prepare(`select ${read.join(', ')} from src.${table} t ${where}`).all() as DueRow[];
  return rows.map((row) => ({ table, row }));
}

/** The tables of which the search index consists, apart from its configuration. */
const INDEX_PARTS = ['post_search_data', 'post_search_idx', 'post_search_docsize'] as const;

/**
 * Copies the writer's search index without the posts that are not live: building a new index takes four times as long.
 * First the index is merged into one segment, in which nothing is left of the removed posts.
 */
function copyIndex(sqlite: Sqlite, now: number): void {
  // A missing date makes the condition null, which is not true either.
  sqlite.prepare(`delete from src.blog_posts as p where (${live.sql}) is not true`).run({ now: isoTime(now) });
  sqlite.exec("insert into src.post_search (post_search) values ('optimize')");
  // Otherwise SQLite does not allow writing to the tables of an index.
  sqlite.unsafeMode(true);
  sqlite.transaction(() => {
    for (const part of INDEX_PARTS) {
      sqlite.exec(`delete from main.${part}`);
      sqlite.exec(`insert into main.${part} select * from src.${part}`);
    }
  })();
  sqlite.unsafeMode(false);
}

/** Copies those of the writer's known words that are in the index. */
function keepPublicWords(sqlite: Sqlite): void {
  sqlite.exec(`
    create virtual table temp.vocabulary using fts5vocab (main, post_search, 'row');
    create temp table public_words (word text primary key) without rowid;
    insert into temp.public_words select term from temp.vocabulary;
    insert into main.search_words
      select w.word from src.search_words w where w.word in (select word from temp.public_words);
    drop table temp.public_words;
    drop table temp.vocabulary;
  `);
}
