import { isExchanged } from '#shared/workspace/document-ids.ts';
import {
  byDocument,
  type Incoming,
  isMissing,
  isSameChange,
  mergeIncoming,
  nothingKnown,
} from '#shared/workspace/incoming.ts';
import type {
  Deletion,
  DocumentName,
  ExchangeStore,
  ForeignChange,
  NamedChange,
  ReceivedChange,
  StoredDocument,
} from '#shared/workspace/store-port.ts';
import { standing } from '#shared/workspace/tombstone.ts';
import { fromRow, type OutboxRow, toRow, UNSENT, type Work } from './indexeddb-schema.ts';

/** Returns a document's Yjs updates, in the order in which they were stored. */
export async function updatesOf(transaction: Work, id: string): Promise<Uint8Array[]> {
  const rows = await transaction.objectStore('updates').index('document').getAll(id);
  return rows.map(({ update }) => update);
}

/** Returns the keys of a document's rows in `updates`, the latest last. */
export function keysOf(transaction: Work, id: string): Promise<number[]> {
  return transaction.objectStore('updates').index('document').getAllKeys(id);
}

/** Returns the deletions of a document that no later edit has overruled. */
export async function deletionsOf(transaction: Work, id: string): Promise<readonly Deletion[]> {
  const row = await transaction.objectStore('tombstones').get(id);
  if (row === undefined) return [];
  const last = (await keysOf(transaction, id)).at(-1) ?? 0;
  // An append reads nothing, so this is where it is noticed whether it brought the document back.
  return last <= row.upTo ? row.deletions : standing(row.deletions, await updatesOf(transaction, id));
}

/** Stores the deletions as all that a document has; an empty list removes the document's row. */
export async function putDeletions(
  transaction: Work,
  { id, kind }: DocumentName,
  deletions: readonly Deletion[],
): Promise<void> {
  const tombstones = transaction.objectStore('tombstones');
  if (deletions.length === 0) {
    await tombstones.delete(id);
    return;
  }
  const upTo = (await keysOf(transaction, id)).at(-1) ?? 0;
  // Copied like updates: a view would be cloned with its whole buffer.
  const copies = deletions.map(({ seen, at }) => ({ seen: seen.slice(), at }));
  await tombstones.put({ id, kind, deletions: copies, upTo });
}

/** `ExchangeStore.unsent`, in one transaction. */
export async function unsentOf(
  transaction: Work,
  { limit, bytes, except }: Parameters<ExchangeStore['unsent']>[0],
): Promise<NamedChange[]> {
  const page: NamedChange[] = [];
  let size = 0;
  // Read one by one: a row may be a whole document, and a thousand of them may not fit into memory.
  let cursor = await transaction.objectStore('outbox').openCursor();
  while (cursor) {
    const row = cursor.value;
    if (row.seq === UNSENT && !except?.has(row.changeId)) {
      size += row.bytes.length;
      if (page.length === limit || (page.length > 0 && size > bytes)) break;
      page.push(fromRow(row));
    }
    cursor = await cursor.continue();
  }
  return page;
}

const unsentRange = () => IDBKeyRange.bound([UNSENT], [UNSENT, []]);

/** Counts the changes that the server has not acknowledged, by document. */
export async function waitingIn(transaction: Work): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor = await transaction.objectStore('outbox').index('place').openKeyCursor(unsentRange());
  while (cursor) {
    const [, id] = cursor.key;
    counts.set(id, (counts.get(id) ?? 0) + 1);
    cursor = await cursor.continue();
  }
  return counts;
}

interface Found {
  key: number;
  row: OutboxRow;
}

/** Finds the rows of the outbox with these names. */
async function findNamed(transaction: Work, names: readonly string[]): Promise<Map<string, Found>> {
  const outbox = transaction.objectStore('outbox');
  if (names.length === 0 || (await outbox.count()) === 0) return new Map();
  const keys = await Promise.all(names.map((name) => outbox.index('name').getKey(name)));
  const known = keys.filter((key) => key !== undefined);
  const rows = await Promise.all(known.map(async (key) => ({ key, row: await outbox.get(key) })));
  return new Map(rows.flatMap(({ key, row }) => (row ? [[row.changeId, { key, row }] as const] : [])));
}

/** `ExchangeStore.enqueue`, in one transaction. */
export async function enqueueIn(
  transaction: Work,
  changes: readonly NamedChange[],
  inPlaceOf: readonly string[],
): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  for (const { key, row } of (await findNamed(transaction, inPlaceOf)).values()) {
    if (row.seq === UNSENT) await outbox.delete(key);
  }
  for (const change of changes) await outbox.add(toRow(change));
}

/** `ExchangeStore.acknowledge`, in one transaction. */
export async function acknowledgeIn(transaction: Work, stored: readonly { id: string; seq: number }[]): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  // A change before the cursor has already come back, or can no longer come back under its own name.
  const passed = (await transaction.objectStore('place').get('place'))?.cursor?.seq ?? -1;
  const found = await findNamed(
    transaction,
    stored.map(({ id }) => id),
  );
  for (const { id, seq } of stored) {
    const row = found.get(id);
    if (row === undefined) continue;
    if (seq <= passed) await outbox.delete(row.key);
    else await outbox.put({ ...row.row, seq }, row.key);
  }
}

/** Marks the changes that were acknowledged and have not come back as unsent again. */
export async function unsendIn(transaction: Work): Promise<void> {
  const outbox = transaction.objectStore('outbox');
  const keys = await outbox.index('place').getAllKeys(IDBKeyRange.lowerBound([UNSENT + 1]));
  for (const key of keys) {
    const row = await outbox.get(key);
    if (row) await outbox.put({ ...row, seq: UNSENT }, key);
  }
}

/** `ExchangeStore.receive`, in one transaction: either all changes are stored with the new place, or nothing is. */
export async function receiveIn(
  transaction: Work,
  changes: readonly ReceivedChange[],
  { siteId, cursor, isEnd }: Parameters<ExchangeStore['receive']>[1],
  uniqueId: () => string,
): Promise<ForeignChange[]> {
  const outbox = transaction.objectStore('outbox');
  const ours = await findNamed(
    transaction,
    changes.flatMap(({ changeId }) => changeId ?? []),
  );
  const news = changes.filter((change) => {
    const sent = ours.get(change.changeId ?? '');
    return !isSameChange(change, sent && fromRow(sent.row));
  });
  await Promise.all([...ours.values()].map(({ key }) => outbox.delete(key)));
  const removed = new Set(await transaction.objectStore('tombstones').getAllKeys());
  const changed = await Promise.all(
    byDocument(news).map((incoming) => takeIn(transaction, incoming, removed.has(incoming.id), uniqueId)),
  );
  if (isEnd) await unsendIn(transaction);
  const before = await transaction.objectStore('place').get('place');
  const wasLost = before?.isLost ?? false;
  await transaction.objectStore('place').put({ siteId, cursor, isLost: wasLost && !isEnd }, 'place');
  return changed.filter((change) => change !== null);
}

/**
 * Marks the forgotten words of living documents as asked for: the comparison that follows asks for the missing ones.
 */
export async function noteAsked(transaction: Work): Promise<void> {
  const forgotten = transaction.objectStore('forgotten');
  for (const row of await forgotten.getAll()) {
    if ((await deletionsOf(transaction, row.id)).length === 0) await forgotten.put({ ...row, isAsked: true });
  }
}

/** `ExchangeStore.lacksBeginnings`, in one transaction. */
export async function lacksBeginningsIn(transaction: Work, ids: readonly string[] | null): Promise<boolean> {
  const forgotten = transaction.objectStore('forgotten');
  const rows = ids === null ? await forgotten.getAll() : await Promise.all(ids.map((id) => forgotten.get(id)));
  for (const row of rows) {
    if (row === undefined || row.isAsked) continue;
    const deletions = await deletionsOf(transaction, row.id);
    if (isMissing(row, { updates: await updatesOf(transaction, row.id), deletions })) return true;
  }
  return false;
}

async function takeIn(
  transaction: Work,
  incoming: Incoming,
  wasRemoved: boolean,
  uniqueId: () => string,
): Promise<ForeignChange | null> {
  const { id, kind } = incoming;
  const isPlain = !wasRemoved && incoming.deletions.length === 0;
  // Only a deletion needs to know what else the document holds.
  const known = isPlain
    ? nothingKnown
    : {
        updates: await updatesOf(transaction, id),
        deletions: await deletionsOf(transaction, id),
        forgotten: (await transaction.objectStore('forgotten').get(id))?.reach ?? null,
      };
  const outbox = transaction.objectStore('outbox');
  const isUnsent = !isPlain && (await outbox.index('place').getKey([UNSENT, id])) !== undefined;
  const { deletions, change, resend } = mergeIncoming(known, incoming, isUnsent);
  await transaction.objectStore('documents').put({ id, kind });
  for (const update of incoming.updates) {
    await transaction.objectStore('updates').add({ documentId: id, update: update.slice() });
    await transaction.objectStore('summaries').delete(id);
  }
  if (!isPlain) await putDeletions(transaction, incoming, deletions);
  if (resend) await outbox.add(toRow({ id, kind, type: 'update', update: resend, changeId: uniqueId() }));
  return change;
}

/** `ExchangeStore.documents`, in one transaction. */
export async function documentsIn(
  transaction: Work,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredDocument[]> {
  const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
  const documents = transaction.objectStore('documents');
  const page: DocumentName[] = [];
  let from = range;
  // Documents that are not exchanged stand among the others, so a page may need several reads.
  while (page.length < limit) {
    const rows = await documents.getAll(from, limit);
    page.push(...rows.filter(isExchanged));
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    from = IDBKeyRange.lowerBound(last.id, true);
  }
  return Promise.all(
    page.slice(0, limit).map(async ({ id, kind }) => ({
      id,
      kind,
      updates: await updatesOf(transaction, id),
      deletions: await deletionsOf(transaction, id),
    })),
  );
}
