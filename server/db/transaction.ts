import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import { scopes, type TransactionScope } from './transaction-scope.ts';

/** The object on which repository functions run their queries: the database, or the open transaction. */
export type Executor = Kysely<Schema> | Transaction<Schema>;

/**
 * Runs `fn` in one transaction (BEGIN IMMEDIATE), committed when it resolves, rolled back when it throws. Inside,
 * nothing but `trx` may be awaited (docs/rules.md, "Database durability"): a query outside `trx`, a nested transaction,
 * and anything that waits for the network, a file, a timer or a worker throws, and the transaction is rolled back.
 * Other transactions wait their turn.
 */
export async function inTransaction<T>(db: Executor, fn: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  if (db.isTransaction || scopes.getStore()?.state === 'open') {
    throw new Error('A transaction was opened inside a transaction; use atomically, or pass the executor on.');
  }
  const scope: TransactionScope = { state: 'opening' };
  return scopes.run(scope, () =>
    db.transaction().execute(async (trx) => {
      // Queries on this connection resolve without leaving the microtask queue. So when the event loop turns before the
      // transaction ends, something else was awaited in it while every other request had to wait.
      let hasWaited = false;
      const watch = setImmediate(() => {
        hasWaited = true;
      });
      try {
        const result = await fn(trx);
        if (hasWaited) throw new Error('Something other than its own executor was awaited inside a transaction.');
        return result;
      } finally {
        clearImmediate(watch);
        scope.state = 'closed';
      }
    }),
  );
}

/**
 * Runs `fn` in the transaction that `ex` already is, or in a new one. For repository functions of several statements,
 * so that each is atomic when called alone and can be part of a larger transaction.
 */
export async function atomically<T>(ex: Executor, fn: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  if (ex.isTransaction) return fn(ex as Transaction<Schema>);
  return inTransaction(ex, fn);
}
