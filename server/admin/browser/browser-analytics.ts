import type { AdminPorts } from '#shared/admin/ports.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Puts `admin_action` on `window.dataLayer`, where a tool of the owner's browser finds it. No measurement script is loaded
 * here: it would run with the owner's session.
 */
export function createAnalytics(): AdminPorts['analytics'] {
  return {
    adminAction(action, details = {}) {
      window.dataLayer ??= [];
      window.dataLayer.push({ event: 'admin_action', action, ...details });
    },
  };
}
