import type { AnalyticsEvent } from './browser/enhancer/analytics.ts';
import { hasSecretAddress, type PageData, type Shell } from './page-data.ts';
import { pageMeta } from './page-meta.ts';

/**
 * Returns the events that showing this page sends; null until the post or category that gives the page its name has
 * been fetched.
 */
export function eventsOf(page: PageData, shell: Shell, url: string): AnalyticsEvent[] | null {
  const meta = pageMeta(page, shell);
  if (!meta.isComplete) return null;
  if (hasSecretAddress(page)) return [];
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
