import type { AnalyticsEvent } from './browser/enhancer/analytics.ts';
import { type EmbeddedPage, hasSecretAddress, type PostData, type Shell } from './page-data.ts';
import { eventsOf } from './page-events.ts';
import { groupOf, type ScreenGroup } from './screen-groups.ts';
import type { ShownPost } from './site-data.ts';

/** What scripts do when a page is opened. It stands in the page, so that none of it needs React. */
export interface Visit {
  events: AnalyticsEvent[];
  /** Measurement id; null when analytics is off. */
  analyticsId: string | null;
  /** Id of the post whose reading counts, null on other pages. */
  postId: number | null;
  /** The code that shows the page, which React needs before it takes the page over. */
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

/** The owner's own reading, and a post looked at that is not live, are no views. */
export function isReadingCounted({ isSecret }: PostData, { published }: ShownPost, { owner }: Shell): boolean {
  return !owner && published && !isSecret;
}

/**
 * Whether the scripts of networks run on a page: not with the owner's session, and they are not told a secret address.
 * The quoted words stay.
 */
export function runsEmbeds(page: PostData, { owner }: Shell): boolean {
  return !owner && !hasSecretAddress(page);
}
