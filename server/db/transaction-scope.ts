import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a transaction stands, as everything called from within it can see. */
export interface TransactionScope {
  state: 'opening' | 'open' | 'closed';
}

/** The transaction the running code belongs to. Only `transaction.ts` and `dialect.ts` look here. */
export const scopes = new AsyncLocalStorage<TransactionScope>();
