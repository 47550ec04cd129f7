import type { JudgedText, Place } from './judged-text.ts';

/** Addresses in a tag of raw HTML. */
const ATTRIBUTE = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Returns where links and pictures with these addresses are in a text, each address as the text's HTML writes it: the
 * first place of each, null for an address that no link or picture has. Whole addresses are compared: "/post/te" is not
 * found in "/post/tea".
 */
export function placesOfAddresses(
  { links, images, html }: JudgedText,
  source: string,
  addresses: readonly string[],
): (Place | null)[] {
  const places = new Map<string, Place>();
  const note = (url: string, place: Place) => {
    const address = asHtmlWrites(url);
    const before = places.get(address);
    if (!before || place.start < before.start) places.set(address, place);
  };
  for (const { url, place } of [...links, ...images]) note(url, placeInside(source, url, place));
  for (const { place } of html) {
    for (const match of source.slice(place.start, place.end).matchAll(ATTRIBUTE)) {
      const value = match[1] ?? match[2] ?? match[3] ?? '';
      const end = place.start + match.index + match[0].length - (match[3] === undefined ? 1 : 0);
      note(value.replaceAll('&amp;', '&'), { start: end - value.length, end });
    }
  }
  return addresses.map((address) => places.get(asHtmlWrites(address)) ?? null);
}

/**
 * Returns the place of the address alone, which follows the words; the place of the whole link where the address is
 * written differently or elsewhere.
 */
function placeInside(source: string, url: string, place: Place): Place {
  const at = url === '' ? -1 : source.slice(place.start, place.end).lastIndexOf(url);
  return at < 0 ? place : { start: place.start + at, end: place.start + at + url.length };
}

/**
 * Returns an address as HTML writes it: characters that an address cannot have are escaped, and the scheme is in lower
 * case.
 */
function asHtmlWrites(url: string): string {
  const address = url.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());
  try {
    return encodeURI(decodeURI(address));
  } catch {
    return address;
  }
}
