import type { Session } from 'electron';

/** The player that shows no video to a page it does not know: without a `Referer` it says "Error 153". */
const ASKS_WHO = ['https://www.youtube-nocookie.com/*'];

/**
 * Tells a video's player which site its video stands on, as it is told where the post is read: the app's own pages have no
 * address that it would take.
 * @param siteUrl the public address of the site in use; null before a server is chosen
 */
export function nameSiteToPlayers({ webRequest }: Session, siteUrl: () => string | null): void {
  webRequest.onBeforeSendHeaders({ urls: ASKS_WHO }, ({ requestHeaders }, answer) => {
    const site = siteUrl();
    answer({ requestHeaders: site === null ? requestHeaders : { ...requestHeaders, Referer: `${site}/` } });
  });
}
