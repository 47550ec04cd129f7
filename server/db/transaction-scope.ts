import { AsyncLocalStorage } from 'node:async_hooks';

/** The state of a transaction, visible to everything that is called inside it. */
export interface TransactionScope {
  state: 'opening' | 'open' | 'closed';
}

/** The transaction the running code belongs to. Only `transaction.ts` and `dialect.ts` look here. */
export const scopes = new AsyncLocalStorage<TransactionScope>();
