/** The schemes that the app has registered as privileged, with the requested privileges. */
export const schemes = new Map<string, Record<string, boolean>>();

const SUFFIX = '.standin.localhost';
// `app:` begins an address, or stands alone as a source in a content security policy.
const withHost = (scheme: string) => new RegExp(`\\b${scheme}://([a-z0-9-]+)`, 'g');
const bare = (scheme: string) => new RegExp(`(^|[\\s;,])${scheme}:(?=$|[\\s;,])`, 'g');

/**
 * Converts addresses for the page. Chromium refuses schemes that it does not know, so a page sees `app://host/path` as
 * `http://host.app.standin.localhost/path`.
 */
export function toPage(text: string): string {
  let mapped = text;
  for (const scheme of schemes.keys()) mapped = mapped.replace(withHost(scheme), `http://$1.${scheme}${SUFFIX}`);
  return mapped;
}

/** Does the same in a content security policy, where a scheme may stand alone. */
export function policyToPage(policy: string): string {
  let mapped = policy;
  for (const scheme of schemes.keys()) mapped = mapped.replace(bare(scheme), `$1http://*.${scheme}${SUFFIX}`);
  return toPage(mapped);
}

/** Converts addresses back: main sees its own scheme. */
export function toMain(text: string): string {
  return text.replace(/\bhttp:\/\/([a-z0-9-]+)\.([a-z0-9-]+)\.standin\.localhost(?::\d+)?/g, '$2://$1');
}

/**
 * Returns the origin of an address in Electron's form: "app://ninefold" for a standard scheme, "null" for an unknown
 * one.
 */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { protocol, host, origin } = new URL(url);
  return schemes.get(protocol.slice(0, -1))?.standard ? `${protocol}//${host}` : origin;
}
