import type { Database, Statement } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { scopes } from './transaction-scope.ts';

/** The most prepared statements kept for reuse; the program has a few hundred different query texts at most. */
const STATEMENTS_CACHED = 500;

/**
 * Kysely's SQLite dialect, with its own mutex for the one connection. In Kysely's own dialect, a query that is started
 * inside a transaction but not on it waits forever for a lock that its caller holds. Here it throws at once.
 * `onCommit` is called after each commit, also that of a statement outside a transaction that may have written.
 */
export function oneConnectionDialect(sqlite: Database, onCommit: () => void = () => undefined): Dialect {
  return {
    createDriver: () => createDriver(sqlite, onCommit),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new QueueingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class QueueingAdapter extends SqliteAdapter {
  // Returns true so that Kysely leaves the queueing to the driver below.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(sqlite: Database, onCommit: () => void): Driver {
  const connection = createConnection(sqlite, onCommit);
  const mutex = createMutex();
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  return {
    init: async () => undefined,
    async acquireConnection() {
      if (scopes.getStore()?.state === 'open') {
        throw new Error(
          'A query was started outside the executor of the transaction it runs in; pass the executor on.',
        );
      }
      await mutex.lock();
      return connection;
    },
    async releaseConnection() {
      mutex.unlock();
    },
    async beginTransaction() {
      const scope = scopes.getStore();
      if (scope?.state !== 'opening') throw new Error('Transactions are opened by inTransaction alone.');
      // IMMEDIATE: otherwise a transaction that reads first and writes later could fail half-way with SQLITE_BUSY.
      await run('begin immediate');
      scope.state = 'open';
    },
    async commitTransaction() {
      await run('commit');
      onCommit();
    },
    async rollbackTransaction() {
      // SQLite rolls back by itself on some faults (a full disk); a second rollback would hide the first error.
      if (sqlite.inTransaction) await run('rollback');
    },
    async destroy() {
      sqlite.close();
    },
  };
}

function createConnection(sqlite: Database, onCommit: () => void): DatabaseConnection {
  const statements = new LRUCache<string, Statement>({ max: STATEMENTS_CACHED });

  function prepared(sql: string): Statement {
    const known = statements.get(sql);
    if (known) return known;
    const statement = sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const statement = prepared(query.sql);
      const result = run<R>(statement, query.parameters);
      if (!statement.readonly && !sqlite.inTransaction) onCommit();
      return result;
    },
    streamQuery() {
      // A stream would occupy the one connection between its rows.
      throw new Error('Streaming is not supported; page through the rows.');
    },
  };
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

interface Mutex {
  /** Resolves when the connection is free, in the order of the calls. */
  lock(): Promise<void>;
  unlock(): void;
}

function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let isLocked = false;
  return {
    async lock() {
      if (!isLocked) {
        isLocked = true;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    unlock() {
      const next = waiting.shift();
      if (next) next();
      else isLocked = false;
    },
  };
}
