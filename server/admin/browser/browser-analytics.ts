import type { AdminPorts } from '#shared/admin/ports.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Puts `admin_action` on `window.dataLayer`, and hands it to the measurement script where the site has an id; the
 * script is loaded with the first event.
 */
export function createAnalytics(id: string | null): AdminPorts['analytics'] {
  let isMeasuring = false;
  const dataLayer = () => {
    window.dataLayer ??= [];
    return window.dataLayer;
  };
  /** gtag reads its commands from `arguments` objects only, and tells them by their tag. */
  const gtag = (...command: unknown[]) => {
    dataLayer().push(Object.assign(command, { [Symbol.toStringTag]: 'Arguments' }));
  };
  const startMeasuring = (measurementId: string) => {
    isMeasuring = true;
    gtag('js', new Date());
    gtag('config', measurementId, { send_page_view: false });
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
  };
  return {
    adminAction(action, details = {}) {
      dataLayer().push({ event: 'admin_action', action, ...details });
      if (id === null) return;
      if (!isMeasuring) startMeasuring(id);
      gtag('event', 'admin_action', { action, ...details });
    },
  };
}
