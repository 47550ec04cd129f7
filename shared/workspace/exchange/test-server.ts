import * as Y from 'yjs';
import type { WorkspaceCursor, WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { fromBase64, toBase64 } from '../base64.ts';
import { uniqueId } from '../document-ids.ts';
import { beyond, joinUpdates, standing, vectorOf } from '../tombstone.ts';
import type { DocumentVector, ExchangeApi } from './exchange-port.ts';

/** An answer that is not OK, as the API client throws it. */
export class TestAnswer extends Error {
  readonly status: number;
  readonly issues: readonly { path: string }[] | undefined;
  constructor(status: number, issues?: readonly { path: string }[]) {
    super(`${status}`);
    this.status = status;
    this.issues = issues;
  }
}

export class TestOffline extends Error {
  override readonly name = 'OfflineError';
}

type Call = 'greet' | 'pull' | 'push' | 'compare' | 'watch';
interface Row {
  seq: number;
  /** A name given once, as the server gives it: a log that was put back may get the same change at the same `seq`. */
  place: string;
  change: WorkspaceUpdate;
}

/** The faults between a device and the server; each function may throw. */
export interface TestNetwork {
  /** Called before the server receives a call. */
  onTheWay?(call: Call): void | Promise<void>;
  /** Called after the server has carried out the call: an error here loses the answer. */
  onTheWayBack?(call: Call): void;
}

/** A server of the workspace in memory. It follows the contract and uses none of the code that is tested with it. */
export interface TestServer {
  siteId: string;
  readonly log: Row[];
  readonly calls: Call[];
  /** Returns the places, in a push, of the updates that the server refuses. */
  refuses: (updates: readonly WorkspaceUpdate[]) => number[];
  api(network?: TestNetwork): ExchangeApi;
  /** Restores the server's state at this place of its log. */
  restore(seq: number): void;
  /** Returns the document as the server has it, including removed ones. */
  document(id: string): Y.Doc;
  /** Ends every stream of events. */
  hangUp(): void;
}

export function createTestServer({ siteId = 'site', page = 1000 } = {}): TestServer {
  const watchers = new Map<(cursor: WorkspaceCursor) => void, () => void>();

  function tell<Stored>(stored: Stored): Stored {
    const last = server.log.at(-1);
    if (last) for (const onCursor of watchers.keys()) onCursor(cursorOf(server, last));
    return stored;
  }

  const server: TestServer = {
    siteId,
    log: [],
    calls: [],
    refuses: () => [],
    api(network = {}) {
      async function via<T>(call: Call, run: () => T): Promise<T> {
        await network.onTheWay?.(call);
        server.calls.push(call);
        const answer = run();
        network.onTheWayBack?.(call);
        return answer;
      }
      return {
        greet: () => via('greet', () => undefined),
        pull: (cursor, limit) => via('pull', () => pull(server, cursor, limit ?? page)),
        push: (to, updates) => via('push', () => tell(push(server, to, updates))),
        compare: (documents, after) => via('compare', () => compare(server, { documents, after, page })),
        async watch(onCursor, signal) {
          await via('watch', () => undefined);
          const last = server.log.at(-1);
          if (last) onCursor(cursorOf(server, last));
          await new Promise<void>((resolve) => {
            watchers.set(onCursor, resolve);
            signal.addEventListener('abort', resolve, { once: true });
          });
          watchers.delete(onCursor);
        },
      };
    },
    restore(seq) {
      server.log.splice(0, server.log.length, ...server.log.filter((row) => row.seq <= seq));
    },
    document(id) {
      const doc = new Y.Doc();
      const updates = updatesOf(server, id);
      if (updates.length > 0) Y.applyUpdate(doc, joinUpdates(updates));
      return doc;
    },
    hangUp() {
      for (const end of watchers.values()) end();
    },
  };
  return server;
}

function cursorOf({ siteId }: TestServer, { seq, place }: Row): WorkspaceCursor {
  return { siteId, seq, id: place };
}

function updatesOf({ log }: TestServer, id: string): Uint8Array[] {
  return log.flatMap(({ change }) =>
    change.type === 'update' && change.documentId === id ? [fromBase64(change.update)] : [],
  );
}

function pull(server: TestServer, cursor: WorkspaceCursor | null, limit: number) {
  const isKnown = server.log.some(({ seq, place }) => seq === cursor?.seq && place === cursor.id);
  if (cursor !== null && (cursor.siteId !== server.siteId || !isKnown)) throw new TestAnswer(410);
  const rest = server.log.filter(({ seq }) => seq > (cursor?.seq ?? 0));
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  return {
    siteId: server.siteId,
    updates: rows.map(({ seq, change }) => ({ seq, createdAt: '2026-01-02T03:04:05.000Z', change })),
    cursor: last ? cursorOf(server, last) : cursor,
    more: rest.length > rows.length,
  };
}

function push(server: TestServer, to: string, updates: readonly WorkspaceUpdate[]) {
  if (to !== server.siteId) throw new TestAnswer(410);
  const refused = server.refuses(updates);
  if (refused.length > 0)
    throw new TestAnswer(
      422,
      refused.map((place) => ({ path: `updates.${place}` })),
    );
  const stored = updates.map((change) => {
    const known = server.log.find((row) => row.change.id === change.id);
    if (known) return { id: change.id, seq: known.seq };
    const seq = (server.log.at(-1)?.seq ?? 0) + 1;
    server.log.push({ seq, place: uniqueId(), change });
    return { id: change.id, seq };
  });
  return stored;
}

function compare(
  server: TestServer,
  { documents, after, page }: { documents: DocumentVector[]; after: string | undefined; page: number },
) {
  const vectors = new Map(documents.map(({ documentId, vector }) => [documentId, fromBase64(vector)]));
  const names = new Map(server.log.map(({ change }) => [change.documentId, change.kind]));
  const ids = [...names.keys()].sort().filter((id) => after === undefined || id > after);
  const last = server.log.at(-1);
  return {
    siteId: server.siteId,
    cursor: last ? cursorOf(server, last) : null,
    documents: ids.slice(0, page).flatMap((documentId) => {
      const kind = names.get(documentId);
      if (kind === undefined) return [];
      const updates = updatesOf(server, documentId);
      const update = beyond(updates, vectors.get(documentId) ?? new Uint8Array([0]));
      const deletions = server.log.flatMap(({ change }) =>
        change.type === 'delete' && change.documentId === documentId ? [{ seen: fromBase64(change.seen) }] : [],
      );
      return [
        {
          documentId,
          kind,
          vector: toBase64(vectorOf(updates)),
          update: update && toBase64(update),
          deleted: standing(deletions, updates).map(({ seen }) => toBase64(seen)),
        },
      ];
    }),
    next: ids.length > page ? (ids[page - 1] ?? null) : null,
  };
}
