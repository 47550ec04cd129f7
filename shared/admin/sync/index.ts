export { onServerBack } from './server-back.ts';
export { SiteNotice } from './site-notice.tsx';
export { SyncBadge } from './sync-badge.tsx';
export { SyncPanel } from './sync-panel.tsx';
export { useExchangeFact, useExchangeHost } from './use-sync.ts';
