/** Letters of a name in the domain name system (RFC 1035 §2.3.4). */
const LONGEST_NAME = 253;
/** A name without a path, a port's number aside: what of a referrer is looked at. */
const AUTHORITY = /^[^\s/\\?#@%:[\]]+(:\d{1,5})?$/;
/** Labels with a dot between, the last one no number: neither an address nor a name within a network. */
const NAME = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

/**
 * The site a reader comes from, in the one form names are kept in: lower case, letters beyond ASCII as punycode, without
 * "www.". Null for what is no public name, and for our own.
 * @param given a name as a browser has sent it, with or without a port; anybody may have sent anything
 */
export function referrerHost(given: string | undefined, own: ReadonlySet<string>): string | null {
  if (given === undefined || given.length > LONGEST_NAME + 6 || !AUTHORITY.test(given)) return null;
  const host = withoutWww(hostnameOf(`http://${given}/`));
  return host.length <= LONGEST_NAME && NAME.test(host) && !own.has(host) ? host : null;
}

/** The name in an address, as a `Referer` is one, with its port; undefined where there is none. */
export function hostInAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : hostnameOf(address) || undefined;
}

/** A name without "www.", as they are compared. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function hostnameOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}
