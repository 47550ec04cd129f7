declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The events that readers cause (docs/rules.md, "Analytics events"). */
interface AnalyticsEvents {
  page_view: { page_path: string; page_title: string };
  blog_post_view: { title: string; category: string; author: string };
  category_view: { category: string };
  search: { search_term: string; results_count: number };
  contact_form_submit: { success: boolean };
}

export type AnalyticsEvent = {
  [Name in keyof AnalyticsEvents]: { event: Name } & AnalyticsEvents[Name];
}[keyof AnalyticsEvents];

/**
 * Pushes an event onto `window.dataLayer`, where a tag manager finds it, and passes it to gtag where that is loaded.
 */
export function track<Name extends keyof AnalyticsEvents>(event: Name, params: AnalyticsEvents[Name]): void {
  push({ event, ...params } as AnalyticsEvent);
}

/** Does the same for an event made by `eventsOf`. */
export function push(event: AnalyticsEvent): void {
  dataLayer().push(event);
  if (!isMeasuring) return;
  const { event: name, ...params } = event;
  gtag('event', name, params);
}

let isMeasuring = false;

/**
 * Loads the measurement script, once, when the site has a measurement id. The script itself measures no page views:
 * they are sent by `track` alone.
 */
export function startMeasuring(id: string | null): void {
  if (id === null || isMeasuring) return;
  isMeasuring = true;
  gtag('js', new Date());
  gtag('config', id, { send_page_view: false });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

function dataLayer(): unknown[] {
  window.dataLayer ??= [];
  return window.dataLayer;
}

/** gtag accepts only `arguments` objects as commands, and recognises them by their tag. */
function gtag(...command: unknown[]): void {
  dataLayer().push(Object.assign(command, { [Symbol.toStringTag]: 'Arguments' }));
}
