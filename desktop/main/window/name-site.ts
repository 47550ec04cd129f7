import type { Session } from 'electron';

/** The player that shows no video to an unknown page: without a `Referer` it says "Error 153". */
const ASKS_WHO = ['https://www.youtube-nocookie.com/*'];

/**
 * Tells a video's player the address of the site that shows the video, as the site's own pages do. The app's own pages
 * have no address that the player would accept.
 * @param siteUrl the public address of the site in use; null before a server is chosen
 */
export function nameSiteToPlayers({ webRequest }: Session, siteUrl: () => string | null): void {
  webRequest.onBeforeSendHeaders({ urls: ASKS_WHO }, ({ requestHeaders }, answer) => {
    const site = siteUrl();
    answer({ requestHeaders: site === null ? requestHeaders : { ...requestHeaders, Referer: `${site}/` } });
  });
}
