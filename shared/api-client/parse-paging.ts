/**
 * The position of a page in its list, from the answer's headers: `total` is the length of the whole list, `next` the
 * cursor of the next page. Null where the answer does not say. This file imports nothing, so that a reader's page can
 * use it.
 */
interface Paging {
  total: number | null;
  next: string | null;
  /** See {@link ListPage}. */
  meant: string | null;
}

/** One page of a list: `total` counts the whole list, `next` is the cursor of the next page, null at the end. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  next: string | null;
  /** The corrected words of a search where typing errors in them were forgiven, else null. */
  meant?: string | null;
}

/**
 * Reads `X-Total-Count`, `Link: <…?cursor=…>; rel="next"` (RFC 8288) and `X-Search-Meant`. A malformed header counts as
 * absent.
 */
export function parsePaging(headers: { get(name: string): string | null }): Paging {
  const total = headers.get('x-total-count')?.trim() ?? '';
  const next = nextAddress(headers.get('link') ?? '');
  return {
    total: /^\d{1,15}$/.test(total) ? Number(total) : null,
    next: next === null ? null : cursorOf(next),
    // The header is percent-encoded; it is read as part of a query, which cannot be malformed.
    meant: new URLSearchParams(`meant=${headers.get('x-search-meant') ?? ''}`).get('meant') || null,
  };
}

// One `<address>` with its parameters; addresses and quoted values may contain commas and semicolons.
const linkValue = /<([^<>]*)>((?:\s*;[^;,"]*(?:"(?:[^"\\]|\\.)*")?)*)/g;
const relParameter = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

function nextAddress(link: string): string | null {
  for (const [, address = '', parameters = ''] of link.matchAll(linkValue)) {
    const [, quoted, bare] = relParameter.exec(parameters) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return address;
  }
  return null;
}

function cursorOf(address: string): string | null {
  // A base that is only for addresses without an origin; nothing is fetched from it.
  const base = 'http://localhost';
  return URL.canParse(address, base) ? new URL(address, base).searchParams.get('cursor') : null;
}
