export { SyncBadge } from './sync-badge.tsx';
export { useExchangeHost, useExchangeState } from './use-sync.ts';
