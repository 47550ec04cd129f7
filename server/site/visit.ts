import type { AnalyticsEvent } from './browser/enhancer/analytics.ts';
import { type EmbeddedPage, hasSecretAddress, type PostData, type Shell } from './page-data.ts';
import { eventsOf } from './page-events.ts';
import { groupOf, type ScreenGroup } from './screen-groups.ts';
import type { ShownPost } from './site-data.ts';

/** The data for what scripts do when a page is opened. It is part of the page, so that none of it needs React. */
export interface Visit {
  events: AnalyticsEvent[];
  /** The measurement id; null when analytics is off. */
  analyticsId: string | null;
  /** The id of the post whose reading counts, null on other pages. */
  postId: number | null;
  /** The group of screens that shows the page; React needs its code before it takes over the page. */
  screens: ScreenGroup | null;
}

export function visitOf({ page, shell, url }: EmbeddedPage): Visit {
  const post = page.screen === 'post' && page.post.state === 'ready' ? page.post.value : null;
  return {
    events: eventsOf(page, shell, url) ?? [],
    analyticsId: shell.owner || hasSecretAddress(page) ? null : shell.info.analyticsId,
    postId: post && page.screen === 'post' && isReadingCounted(page, post, shell) ? post.id : null,
    screens: groupOf(page.screen),
  };
}

/** Whether a reading counts as a view: not the owner's own, and not that of a post that is not live. */
export function isReadingCounted({ isSecret }: PostData, { published }: ShownPost, { owner }: Shell): boolean {
  return !owner && published && !isSecret;
}

/**
 * Whether the scripts of networks run on a page: not with the owner's session, and not on a page with a secret address,
 * which they must not learn. The quoted words stay.
 */
export function runsEmbeds(page: PostData, { owner }: Shell): boolean {
  return !owner && !hasSecretAddress(page);
}
