import { PROBES } from '#server/repositories/statistics/counted.ts';

const LONGEST = 300;
/** What no page of a blog is called, and robots look for on every server. */
const DOORS =
  /(^|\/)(wp-(?!json$)|\.|cgi-bin|phpmyadmin|pma|xmlrpc|vendor|boaform|actuator|solr|jenkins|owa|autodiscover|server-status)/i;
/** Programs of other servers. A page may have been called so before a site moved here: then others link it. */
const PROGRAMS = /\.(php\d?|aspx?|jsp|cgi|pl|cfm|do|action)$/i;
const SECRETS = /\.(env|sql|bak|old|ini|ya?ml|log|zip|gz|tgz|rar|7z|pem|key|conf|config|sh|exe)$/i;
const FILES = /\.[a-z\d]{1,5}$/i;
const PAGES = /\.x?html?$/i;

/**
 * How an address with nothing is counted: as itself, never with its query; as one of robots' doors; null for what is no
 * page (a file that browsers ask for by themselves), for what is too long and for what could be a person's.
 * @param pathname as it was asked for, percent-encoded
 */
export function missingAddress(pathname: string, isLinkedElsewhere: boolean): string | null {
  if (pathname.length > LONGEST || /@|%40/.test(pathname)) return null;
  if (DOORS.test(pathname) || SECRETS.test(pathname)) return PROBES;
  if (PROGRAMS.test(pathname)) return isLinkedElsewhere ? pathname : PROBES;
  return FILES.test(pathname) && !PAGES.test(pathname) ? null : pathname;
}
