import { AsyncLocalStorage } from 'node:async_hooks';

/** The state of a transaction, visible to all code called inside it. */
export interface TransactionScope {
  state: 'opening' | 'open' | 'closed';
}

/** The transaction to which the running code belongs. Only `transaction.ts` and `dialect.ts` use this. */
export const scopes = new AsyncLocalStorage<TransactionScope>();
