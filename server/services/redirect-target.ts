import { pathKey, readSitePath } from '#shared/kernel/site-path.ts';

/**
 * Converts a typed redirect target to its only stored form: a path of the site (also when a whole address at `origin`
 * was typed), or another http(s) address. Null for any other scheme, and for text that a browser would take for another
 * site.
 */
export function readRedirectTarget(typed: string, origin: string | null): string | null {
  const path = readSitePath(typed, origin);
  if (path) return pathKey(path) + path.hash;
  const whole = typed.trim();
  const isWeb = /^https?:\/\/[^/?#\\]/i.test(whole) && URL.canParse(whole);
  return isWeb ? new URL(whole).href : null;
}
