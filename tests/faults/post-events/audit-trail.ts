import type { OpenDatabase } from '#server/db/open.ts';

/** The values that decide who sees a post, after a write. */
export interface AuditRow {
  postId: number;
  /** ISO 8601. */
  at: string;
  isOut: boolean;
  publishedAt: string | null;
}

/** Makes the table in which SQLite itself records every change of the values that decide who sees a post. */
export function createAuditTrail({ sqlite }: OpenDatabase): void {
  sqlite.exec(`create table audit_trail (
    seq integer primary key autoincrement, post_id integer, at text, is_out integer, published_at text)`);
}

/** Records a connection's writes, each in its own transaction. `now` returns the time as ISO 8601. */
export function recordAuditTrail({ sqlite }: OpenDatabase, now: () => string): void {
  sqlite.function('ledger_time', now);
  const note = `begin
    insert into audit_trail (post_id, at, is_out, published_at)
    values (new.id, ledger_time(), new.published = 1 and new.deleted_at is null, new.published_at);
  end`;
  sqlite.exec(`create temp trigger ledger_insert after insert on blog_posts ${note};
    create temp trigger ledger_update after update of published, published_at, deleted_at on blog_posts ${note};`);
}

export function readAuditTrail({ sqlite }: OpenDatabase): AuditRow[] {
  const rows = sqlite.prepare('select * from audit_trail order by seq').all() as {
    post_id: number;
    at: string;
    is_out: number;
    published_at: string | null;
  }[];
  return rows.map((row) => ({
    postId: row.post_id,
    at: row.at,
    isOut: row.is_out === 1,
    publishedAt: row.published_at,
  }));
}

/** Counts how often a post has gone live until `end`: each time readers see it at one moment and did not before. */
export function timesLive(rows: readonly Omit<AuditRow, 'postId'>[], end: string): number {
  let times = 0;
  let wasLive = false;
  const look = (row: Omit<AuditRow, 'postId'>, at: string) => {
    const isLive = row.isOut && row.publishedAt !== null && row.publishedAt <= at;
    if (isLive && !wasLive) times += 1;
    wasLive = isLive;
  };
  for (const [index, row] of rows.entries()) {
    look(row, row.at);
    // The post's time may come before the next write.
    look(row, rows[index + 1]?.at ?? end);
  }
  return times;
}
