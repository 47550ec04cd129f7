import type { Database } from 'better-sqlite3';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { ExchangeStore, NamedChange } from '#shared/workspace/store-port.ts';
import { toBytes } from './document-rows.ts';

interface Row {
  changeId: string;
  id: string;
  kind: DocumentKind;
  type: 'update' | 'delete';
  data: Buffer;
  at: number;
}

/**
 * The changes that were not sent to the server yet, or that its log has not given back. The caller runs every call
 * inside a transaction.
 */
export interface Outbox {
  add(change: NamedChange): void;
  unsent(page: Parameters<ExchangeStore['unsent']>[0]): NamedChange[];
  waiting(): Map<string, number>;
  isWaiting(documentId: string): boolean;
  /** `passed` is the number up to which the server's log was followed. */
  acknowledge(stored: readonly { id: string; seq: number }[], passed: number): void;
  /** Marks all acknowledged changes as unsent again. */
  unsend(): void;
  find(changeId: string): NamedChange | undefined;
  drop(changeId: string): void;
  /** Drops the change, unless the server has acknowledged it in the meantime. */
  dropUnsent(changeId: string): void;
}

const columns = 'change_id as changeId, document_id as id, kind, type, data, at';

export function createOutbox(sqlite: Database): Outbox {
  const add = sqlite.prepare(
    'insert into outbox (change_id, document_id, kind, type, data, at) values (?, ?, ?, ?, ?, ?)',
  );
  const unsent = sqlite.prepare<[], Row>(`select ${columns} from outbox where server_seq is null order by seq`);
  const waiting = sqlite.prepare<[], { id: string; count: number }>(
    'select document_id as id, count(*) as count from outbox where server_seq is null group by document_id',
  );
  const isWaiting = sqlite.prepare<[string], number>(
    'select 1 from outbox where document_id = ? and server_seq is null limit 1',
  );
  const acknowledge = sqlite.prepare('update outbox set server_seq = ? where change_id = ?');
  const unsend = sqlite.prepare('update outbox set server_seq = null where server_seq is not null');
  const find = sqlite.prepare<[string], Row>(`select ${columns} from outbox where change_id = ?`);
  const drop = sqlite.prepare('delete from outbox where change_id = ?');
  const dropUnsent = sqlite.prepare('delete from outbox where change_id = ? and server_seq is null');

  return {
    add(change) {
      const { changeId, id, kind, type } = change;
      if (change.type === 'update') add.run(changeId, id, kind, type, change.update, 0);
      else add.run(changeId, id, kind, type, change.seen, change.at);
    },
    unsent({ limit, bytes, except }) {
      const page: NamedChange[] = [];
      let size = 0;
      for (const row of unsent.iterate()) {
        if (except?.has(row.changeId)) continue;
        size += row.data.length;
        if (page.length === limit || (page.length > 0 && size > bytes)) break;
        page.push(toChange(row));
      }
      return page;
    },
    waiting: () => new Map(waiting.all().map(({ id, count }) => [id, count])),
    isWaiting: (documentId) => isWaiting.get(documentId) !== undefined,
    acknowledge(stored, passed) {
      for (const { id, seq } of stored) {
        // A change before the cursor was given back already, or cannot be given back under its own name any more.
        if (seq <= passed) drop.run(id);
        else acknowledge.run(seq, id);
      }
    },
    unsend: () => void unsend.run(),
    find(changeId) {
      const row = find.get(changeId);
      return row && toChange(row);
    },
    drop: (changeId) => void drop.run(changeId),
    dropUnsent: (changeId) => void dropUnsent.run(changeId),
  };
}

function toChange({ changeId, id, kind, type, data, at }: Row): NamedChange {
  return type === 'update'
    ? { changeId, id, kind, type, update: toBytes(data) }
    : { changeId, id, kind, type, seen: toBytes(data), at };
}
