import type { PageData, Shell } from '../page-data.ts';
import { pageMeta } from '../page-meta.ts';

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

/** Puts an event on `window.dataLayer`, where a tag manager finds it, and hands it to gtag where that is loaded. */
export function track<Name extends keyof AnalyticsEvents>(event: Name, params: AnalyticsEvents[Name]): void {
  push({ event, ...params } as AnalyticsEvent);
}

/** The same for an event made by `eventsOf`. */
export function push(event: AnalyticsEvent): void {
  dataLayer().push(event);
  if (!isMeasuring) return;
  const { event: name, ...params } = event;
  gtag('event', name, params);
}

let isMeasuring = false;

/** Loads the measurement script, once, when the site has a measurement id. Page views are sent by `track` alone. */
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

/** The events that showing this page sends; null until the post or category it is named after has been fetched. */
export function eventsOf(page: PageData, shell: Shell, url: string): AnalyticsEvent[] | null {
  const meta = pageMeta(page, shell);
  if (!meta.isComplete) return null;
  const view: AnalyticsEvent = { event: 'page_view', page_path: url, page_title: meta.title };
  if (page.screen === 'post' && page.post.state === 'ready' && page.post.value && !page.notice) {
    const { title, category, author } = page.post.value;
    return [view, { event: 'blog_post_view', title, category: category.name, author: author.name }];
  }
  if (page.screen === 'category' && page.category.state === 'ready' && page.category.value) {
    return [view, { event: 'category_view', category: page.category.value.name }];
  }
  if (page.screen === 'search' && page.query && page.results.state === 'ready') {
    return [view, { event: 'search', search_term: page.query, results_count: page.results.value.total }];
  }
  return [view];
}

function dataLayer(): unknown[] {
  window.dataLayer ??= [];
  return window.dataLayer;
}

/** gtag takes only `arguments` objects for commands, and recognises them by their tag. */
function gtag(...command: unknown[]): void {
  dataLayer().push(Object.assign(command, { [Symbol.toStringTag]: 'Arguments' }));
}
