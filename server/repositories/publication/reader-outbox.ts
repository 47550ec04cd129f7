import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Delivery, DeliveryKind } from '#shared/contract/reader-deliveries.ts';

/** `counted`: a number only, discarded first when there is no room. `written`: something that a visitor has written. */
export type Weight = 'counted' | 'written';

/**
 * The deliveries that a reader instance holds for the writer, in a database of their own: nothing is stored in the
 * published database.
 */
export interface OutboxRows {
  /** Stores deliveries; they are on the disk when the call returns. */
  add(deliveries: readonly (Delivery & { weight: Weight })[]): void;
  /** The oldest deliveries, those with the fewest tries first. */
  first(limit: number): Delivery[];
  remove(ids: readonly string[]): void;
  /** Records that these deliveries were tried. */
  tried(ids: readonly string[]): void;
  count(): Record<Weight, number>;
  /** The time at which the oldest waiting delivery was accepted: ISO 8601, UTC; null when none waits. */
  oldest(): string | null;
  close(): void;
}

const row = z.object({
  id: z.string(),
  kind: z.string(),
  taken_at: z.string(),
  visitor: z.string(),
  body: z.string(),
});
const counts = z.array(z.object({ weight: z.enum(['counted', 'written']), number: z.int() }));

const SCHEMA = `
  create table if not exists deliveries (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    weight text not null,
    taken_at text not null,
    visitor text not null,
    body text not null,
    tries integer not null default 0
  ) strict;
  create index if not exists deliveries_turn on deliveries (tries, seq);`;

/** Opens the outbox, or creates it. Throws the system's error when the disk is full or not writable. */
export function openOutboxRows(file: string): OutboxRows {
  const sqlite = new Database(file);
  sqlite.pragma('journal_mode = wal');
  // A delivery that was acknowledged survives a power cut.
  sqlite.pragma('synchronous = full');
  sqlite.exec(SCHEMA);
  const insert = sqlite.prepare(
    `insert or ignore into deliveries (id, kind, weight, taken_at, visitor, body)
     select value ->> 'id', value ->> 'kind', value ->> 'weight', value ->> 'takenAt', value -> 'visitor', value -> 'body'
     from json_each(?)`,
  );
  const select = sqlite.prepare('select id, kind, taken_at, visitor, body from deliveries order by tries, seq limit ?');
  const remove = sqlite.prepare('delete from deliveries where id in (select value from json_each(?))');
  const tried = sqlite.prepare('update deliveries set tries = tries + 1 where id in (select value from json_each(?))');
  const count = sqlite.prepare('select weight, count(*) as number from deliveries group by weight');
  const oldest = sqlite.prepare('select min(taken_at) from deliveries').pluck();
  return {
    add: (deliveries) => void insert.run(JSON.stringify(deliveries)),
    first: (limit) => select.all(limit).map(toDelivery),
    remove: (ids) => void remove.run(JSON.stringify(ids)),
    tried: (ids) => void tried.run(JSON.stringify(ids)),
    count() {
      const found = counts.parse(count.all());
      const of = (weight: Weight) => found.find((each) => each.weight === weight)?.number ?? 0;
      return { counted: of('counted'), written: of('written') };
    },
    oldest: () => z.string().nullable().parse(oldest.get()),
    close: () => void sqlite.close(),
  };
}

function toDelivery(found: unknown): Delivery {
  const { id, kind, taken_at, visitor, body } = row.parse(found);
  return { id, kind: kind as DeliveryKind, takenAt: taken_at, visitor: JSON.parse(visitor), body: JSON.parse(body) };
}
