import type { z } from 'zod';
import { foldText, searchedParts } from '#shared/content/search/search-words.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import { type Image, type ImageOrder, image, listImages } from '#shared/contract/images.ts';
import type { CachedResponse, ResponseCache } from '../response-cache/index.ts';

type ListQuery = QueryOf<typeof listImages>;

/** The key under which the whole list is cached. No call of the page has this address. */
const KEY = `copy:${listImages.path}`;
/** The most pictures that one call returns. */
const PAGE = 100;
/** The most pages that are requested, of pictures and of pictures in the bin: 10,000 pictures of each. */
const MOST_PAGES = 100;

const images = image.array();

interface CopyImagesOptions {
  cache: Pick<ResponseCache, 'put'>;
  /** Returns the JSON body of a good answer; null for any other answer. Throws when the server cannot be reached. */
  ask(address: string): Promise<unknown>;
}

/** Fetches the descriptions of all pictures, page by page. If an answer is invalid, the list stays as it was. */
export async function copyImages({ cache, ask }: CopyImagesOptions): Promise<void> {
  const all = new Map<number, Image>();
  for (const filter of ['', '&bin=true']) {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answered = images.safeParse(await ask(`${listImages.path}?limit=${PAGE}&page=${page}${filter}`));
      if (!answered.success) return;
      const before = all.size;
      for (const each of answered.data) all.set(each.id, each);
      // A page without new pictures repeats the page before: pictures were added during the fetch, or the server's list
      // has no end.
      if (answered.data.length < PAGE || all.size === before) break;
    }
  }
  const body = new TextEncoder().encode(JSON.stringify([...all.values()]));
  cache.put(KEY, { headers: {}, body });
}

/**
 * The owner's list of pictures as the server lists it (`listImages` of the contract), made from the copied list of all
 * pictures.
 */
export interface CopiedImages {
  /** Returns null when nothing was copied, and for a query that only the server can continue. */
  answer(address: URL): CachedResponse | null;
}

export function createCopiedImages(cache: Pick<ResponseCache, 'get'>): CopiedImages {
  let read: { at: number; images: Image[] } | null = null;

  function copied(): { at: number; images: Image[] } | null {
    const cached = cache.get(KEY);
    if (cached === null) return null;
    if (read?.at !== cached.at) {
      const parsed = images.safeParse(JSON.parse(new TextDecoder().decode(cached.body)));
      read = parsed.success ? { at: cached.at, images: parsed.data } : null;
    }
    return read;
  }

  return {
    answer(address) {
      const query = listImages.query.safeParse(Object.fromEntries(address.searchParams));
      const list = copied();
      if (!query.success || query.data.cursor !== undefined || list === null) return null;
      const { limit, page = 1 } = query.data;
      const found = chosen(list.images, query.data);
      const shown = limit === undefined ? found : found.slice((page - 1) * limit, page * limit);
      return {
        headers: { 'content-type': 'application/json; charset=utf-8', 'x-total-count': String(found.length) },
        body: new TextEncoder().encode(JSON.stringify(shown satisfies z.input<typeof images>)),
        at: list.at,
      };
    },
  };
}

function chosen(all: readonly Image[], { q = '', names, unused, bin = false, order = 'newest' }: ListQuery): Image[] {
  const words = searchedParts(q);
  const named = names === undefined ? null : new Set(names.split(',').filter((name) => name !== ''));
  return all
    .filter(
      (each) =>
        (each.deletedAt !== null) === bin &&
        (named === null || named.has(each.filename)) &&
        (unused !== true || each.usedBy.length === 0) &&
        (words.length === 0 || says(each, words)),
    )
    .sort(orders[order]);
}

function says({ name, metadata, filename, usedIn }: Image, words: readonly string[]): boolean {
  const said = [name, metadata.title, metadata.alt, filename, ...usedIn.map(({ title }) => title)];
  const text = foldText(said.join('\n'));
  return words.every((word) => text.includes(word));
}

const timeOf = ({ created, deletedAt }: Image) => Date.parse(deletedAt ?? created);
const nameOf = ({ metadata: { title, alt }, name, filename }: Image) =>
  (title || name || alt || filename).toLowerCase();
const byName = (a: string, b: string) => Number(a > b) - Number(a < b);

const orders: Record<ImageOrder, (a: Image, b: Image) => number> = {
  newest: (a, b) => timeOf(b) - timeOf(a) || b.id - a.id,
  oldest: (a, b) => timeOf(a) - timeOf(b) || a.id - b.id,
  name: (a, b) => byName(nameOf(a), nameOf(b)) || a.id - b.id,
  largest: (a, b) => b.size - a.size || b.id - a.id,
};
