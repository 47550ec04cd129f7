import type { Database } from 'better-sqlite3';
import { workspaceCursor } from '#shared/contract/workspace.ts';
import { byDocument, isSameChange, mergeIncoming, nothingKnown } from '#shared/workspace/incoming.ts';
import type { ExchangeStore, ForeignChange, Place } from '#shared/workspace/store-port.ts';
import type { DocumentRows } from './document-rows.ts';
import type { Outbox } from './unsent-changes.ts';

/**
 * Stores the changes that the server sends, and the place in its log. The caller runs every call inside a transaction.
 */
interface Receiver {
  receive(...args: Parameters<ExchangeStore['receive']>): ForeignChange[];
  place(): Place | null;
  putPlace(place: Place): void;
  /** Returns the count of other devices' recent deletions, in the form in which the exchange writes it. */
  deletionCount(): string | null;
  putDeletionCount(count: string | null): void;
}

interface PlaceRow {
  siteId: string;
  cursor: string | null;
  isLost: number;
}

export function createReceiver(sqlite: Database, rows: DocumentRows, outbox: Outbox, uniqueId: () => string): Receiver {
  const getPlace = sqlite.prepare<[], PlaceRow>(
    'select site_id as siteId, cursor, is_lost as isLost from place where one = 1',
  );
  const putPlace = sqlite.prepare('insert or replace into place (one, site_id, cursor, is_lost) values (1, ?, ?, ?)');
  const getCount = sqlite.prepare<[], string>('select count from deletion_count').pluck();
  const putCount = sqlite.prepare('insert or replace into deletion_count (one, count) values (1, ?)');
  const dropCount = sqlite.prepare('delete from deletion_count');

  const receiver: Receiver = {
    receive(changes, { siteId, cursor, isEnd }) {
      const news = changes.filter((change) => {
        const sent = change.changeId === null ? undefined : outbox.find(change.changeId);
        return !isSameChange(change, sent);
      });
      for (const { changeId } of changes) if (changeId !== null) outbox.drop(changeId);
      const changed: ForeignChange[] = [];
      for (const incoming of byDocument(news)) {
        const { id, kind } = incoming;
        const before = rows.deletions(id);
        const isPlain = before.length === 0 && incoming.deletions.length === 0;
        // Only a deletion needs the rest of the document's data.
        const known = isPlain
          ? nothingKnown
          : { updates: rows.updates(id), deletions: before, forgotten: rows.forgotten(id) };
        const merged = mergeIncoming(known, incoming, !isPlain && outbox.isWaiting(id));
        rows.put(incoming);
        for (const update of incoming.updates) rows.add(id, update);
        if (!isPlain) rows.replaceDeletions(id, merged.deletions);
        if (merged.resend) {
          outbox.add({ id, kind, type: 'update', update: merged.resend, changeId: uniqueId() });
        }
        if (merged.change) changed.push(merged.change);
      }
      if (isEnd) outbox.unsend();
      const wasLost = receiver.place()?.isLost ?? false;
      receiver.putPlace({ siteId, cursor, isLost: wasLost && !isEnd });
      return changed;
    },
    place() {
      const row = getPlace.get();
      if (row === undefined) return null;
      const cursor = row.cursor === null ? null : workspaceCursor.parse(JSON.parse(row.cursor));
      return { siteId: row.siteId, cursor, isLost: row.isLost === 1 };
    },
    putPlace({ siteId, cursor, isLost }) {
      putPlace.run(siteId, cursor && JSON.stringify(cursor), isLost ? 1 : 0);
    },
    deletionCount: () => getCount.get() ?? null,
    putDeletionCount(count) {
      if (count === null) dropCount.run();
      else putCount.run(count);
    },
  };
  return receiver;
}
