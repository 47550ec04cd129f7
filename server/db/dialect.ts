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

/** Prepared statements kept for reuse; our queries are a few hundred texts at most. */
const STATEMENTS_KEPT = 500;

/**
 * Kysely's SQLite dialect, with its own turnstile for the one connection. Kysely's own lets a query that was started
 * outside the transaction it belongs to wait for a lock that its caller holds: for ever. Here it throws at once.
 */
export function oneConnectionDialect(sqlite: Database): Dialect {
  return {
    createDriver: () => createDriver(sqlite),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TurnstileAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class TurnstileAdapter extends SqliteAdapter {
  // Said to be true so that Kysely leaves the queueing to the driver below.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(sqlite: Database): Driver {
  const connection = createConnection(sqlite);
  const turnstile = createTurnstile();
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  return {
    init: async () => undefined,
    async acquireConnection() {
      if (scopes.getStore()?.state === 'open') {
        throw new Error(
          'A query was started outside the executor of the transaction it runs in; pass the executor on.',
        );
      }
      await turnstile.enter();
      return connection;
    },
    async releaseConnection() {
      turnstile.leave();
    },
    async beginTransaction() {
      const scope = scopes.getStore();
      if (scope?.state !== 'opening') throw new Error('Transactions are opened by inTransaction alone.');
      // IMMEDIATE: a transaction that reads first and writes later could otherwise fail half-way with SQLITE_BUSY.
      await run('begin immediate');
      scope.state = 'open';
    },
    async commitTransaction() {
      await run('commit');
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

function createConnection(sqlite: Database): DatabaseConnection {
  const statements = new LRUCache<string, Statement>({ max: STATEMENTS_KEPT });

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
      if (statement.reader) return { rows: statement.all(...query.parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...query.parameters);
      return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
    },
    streamQuery() {
      // A stream would hold the one connection between its rows.
      throw new Error('Streaming is not supported; page through the rows.');
    },
  };
}

interface Turnstile {
  /** Resolves when the connection is free, in the order of asking. */
  enter(): Promise<void>;
  leave(): void;
}

function createTurnstile(): Turnstile {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async enter() {
      if (!isTaken) {
        isTaken = true;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}
