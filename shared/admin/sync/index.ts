export { SyncBadge } from './sync-badge.tsx';
export { useExchangeHost, useExchangeState, useSteadyState } from './use-sync.ts';
