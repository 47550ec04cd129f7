/** The site as passkeys know it (Web Authentication, "relying party"). */
export interface RelyingParty {
  /** A name without scheme and port. */
  id: string;
  /** Origins at which its passkeys may be used. */
  origins: string[];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;

/**
 * Passkeys are bound to the site's name, which only https proves, and this computer's own. Null where the site has no such
 * name: then there are none. `port` is the one a request came in at: on this computer the site may be asked for at another
 * than `SITE_URL` says.
 */
export function relyingPartyOf(siteUrl: string, port?: number): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(siteUrl);
  if (LOOPBACK.test(hostname)) {
    const own = new URL(siteUrl);
    own.hostname = 'localhost';
    return { id: 'localhost', origins: [...new Set([own.origin, ...(port ? [`http://localhost:${port}`] : [])])] };
  }
  if (hostname.endsWith('.localhost')) return { id: hostname, origins: [origin] };
  return protocol === 'https:' && !ADDRESS.test(hostname) ? { id: hostname, origins: [origin] } : null;
}
