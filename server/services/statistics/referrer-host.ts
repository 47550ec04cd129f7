/** The largest number of characters of a domain name (RFC 1035 §2.3.4). */
const LONGEST_NAME = 253;
/** A host name with or without a port, but without a path: the only part of a referrer that is used. */
const AUTHORITY = /^[^\s/\\?#@%:[\]]+(:\d{1,5})?$/;
/** Labels separated by dots, the last one not a number: neither an IP address nor a name within a local network. */
const NAME = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

/**
 * The site from which a reader comes, in the only form in which names are stored: lower case, letters beyond ASCII as
 * punycode, without "www.". Null for text that is not a public name, and for our own name.
 * @param given a name as a browser has sent it, with or without a port; it may be any text
 */
export function referrerHost(given: string | undefined, own: ReadonlySet<string>): string | null {
  if (given === undefined || given.length > LONGEST_NAME + 6 || !AUTHORITY.test(given)) return null;
  const host = withoutWww(hostnameOf(`http://${given}/`));
  return host.length <= LONGEST_NAME && NAME.test(host) && !own.has(host) ? host : null;
}

/** The host name with its port in an address such as a `Referer`; undefined when there is none. */
export function hostInAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : hostnameOf(address) || undefined;
}

/** A name without "www.", the form in which names are compared. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function hostnameOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}
