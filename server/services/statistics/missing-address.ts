import { PROBES } from '#server/repositories/statistics/counted.ts';

const LONGEST = 300;
/** What no page of a blog is called, and robots look for on every server. */
const DOORS =
  /(^|\/)(wp-(?!json$)|\.|cgi-bin|phpmyadmin|pma|xmlrpc|vendor|boaform|actuator|solr|jenkins|owa|autodiscover|server-status)/i;
/** Programs of other servers. A page may have been called so before a site moved here: then others link it. */
const PROGRAMS = /\.(php\d?|aspx?|jsp|cgi|pl|cfm|do|action)$/i;
const SECRETS = /\.(env|sql|bak|old|ini|ya?ml|log|zip|gz|tgz|rar|7z|pem|key|conf|config|sh|exe)$/i;
/** What was shown and given to read on a site that WordPress served: other sites link to it. */
const UPLOADED = /(^|\/)wp-content\//i;
const PICTURES = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
/** Browsers ask for these by themselves. */
const OWN_ICONS = /\/(?:favicon|apple-touch-icon|mstile|android-chrome)[\w-]*\.\w+$/i;
const FILES = /\.[a-z\d]{1,5}$/i;
const PAGES = /\.x?html?$/i;

/**
 * How an address with nothing is counted: as itself, never with its query; as one of robots' doors; null for what is no
 * page (a file that browsers ask for by themselves), for what is too long and for what could be a person's. Pictures, and
 * what lies among the uploads of WordPress, count where another site links to them.
 * @param pathname as it was asked for, percent-encoded
 */
export function missingAddress(pathname: string, link: { isLinked: boolean; isFromElsewhere: boolean }): string | null {
  if (pathname.length > LONGEST || /@|%40/.test(pathname)) return null;
  const isUpload = UPLOADED.test(pathname) && !PROGRAMS.test(pathname) && link.isFromElsewhere;
  if (SECRETS.test(pathname) || DOORS.test(isUpload ? pathname.replace(UPLOADED, '/') : pathname)) return PROBES;
  if (PROGRAMS.test(pathname)) return link.isLinked ? pathname : PROBES;
  if (isUpload) return pathname;
  if (PICTURES.test(pathname)) return link.isFromElsewhere && !OWN_ICONS.test(pathname) ? pathname : null;
  return FILES.test(pathname) && !PAGES.test(pathname) ? null : pathname;
}

/** Whether a path is that of a picture, which another site may show from here. */
export function isPicturePath(pathname: string): boolean {
  return PICTURES.test(pathname);
}
