/** The app's own scheme. `app://ninefold/` is the admin, `app://site/` shows pages of the server in a frame. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://ninefold';
export const SITE_ORIGIN = 'app://site';

/** For `protocol.registerSchemesAsPrivileged`, before the app is ready. */
export const appSchemePrivileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  corsEnabled: true,
  stream: true,
  // The page's scripts are compiled once, not at each start.
  codeCache: true,
} as const;

/** Where the videos of a post's preview play (shared/content/embeds). */
const PLAYERS = 'https://www.youtube-nocookie.com https://player.vimeo.com';

/**
 * Content security policy of the admin's page. Nothing inline runs; Radix writes style attributes; a featured image may
 * be any https address, an upload is previewed from a blob.
 */
export const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' https: data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  `frame-src ${SITE_ORIGIN} ${PLAYERS}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Policy of the server's pages in a frame: read, never run. */
export const SITE_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${APP_ORIGIN}`,
  'sandbox',
].join('; ');
