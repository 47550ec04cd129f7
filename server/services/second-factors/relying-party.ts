/** The site as passkeys identify it (Web Authentication, "relying party"). */
export interface RelyingParty {
  /** A name without scheme and port. */
  id: string;
  /** The origins at which its passkeys may be used. */
  origins: string[];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;

/**
 * The relying party of a site. Passkeys are bound to the site's name, which only https can prove, or to this computer's
 * own name. Null when the site has no name of these kinds: then passkeys are unavailable. `port` is the port at which a
 * request arrived: on this computer it may differ from that of `SITE_URL`.
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
