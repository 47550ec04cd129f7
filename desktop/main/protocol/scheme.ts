import { TRUSTED_POLICY } from '#shared/kernel/trusted-policy.ts';

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
  // The page's scripts are compiled once, not at every start.
  codeCache: true,
} as const;

/** The players of the videos in a post's preview (shared/content/embeds). */
const PLAYERS = 'https://www.youtube-nocookie.com https://player.vimeo.com';

/**
 * Content security policy of the admin's page, as strict as the browser's (server/http/content-policy.ts). Nothing
 * inline runs. Style elements need the nonce of the page. Style attributes are allowed, because letters and pasted text
 * depend on them. HTML and script addresses made from text are refused. A featured image may be any https address, and
 * an upload is previewed from a blob.
 */
export function appPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' https: data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${SITE_ORIGIN} ${PLAYERS}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_POLICY} default`,
  ].join('; ');
}

/** Policy of the server's pages in a frame: they are read and never run. */
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
