import { pathKey, readSitePath } from '#shared/kernel/site-path.ts';

/**
 * Where a redirect is to lead, in the one way it is written: a path of the site, also of a whole address at `origin`, or
 * another http(s) address. Null for any other scheme, and for what a browser would take for another site.
 */
export function readRedirectTarget(typed: string, origin: string | null): string | null {
  const path = readSitePath(typed, origin);
  if (path) return pathKey(path) + path.hash;
  const whole = typed.trim();
  const isWeb = /^https?:\/\/[^/?#\\]/i.test(whole) && URL.canParse(whole);
  return isWeb ? new URL(whole).href : null;
}
