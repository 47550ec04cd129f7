// Letters that do not decompose into a letter and a combining mark, with their usual spelling in plain letters.
const foldings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

const MAX_SLUG = 200;

/** Every name that one of our routes begins with, and the two words that the API itself answers. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'admin',
  'api',
  'archive',
  'assets',
  'atom',
  'auth',
  'author',
  'authors',
  'categories',
  'category',
  'contact',
  'copy',
  'draft',
  'favicon',
  'featured',
  'feed',
  'follow',
  'healthz',
  'images',
  'login',
  'logout',
  'manifest',
  'metrics',
  'new',
  'post',
  'posts',
  'privacy',
  'readyz',
  'related',
  'restore',
  'revisions',
  'robots',
  'rss',
  'search',
  'sitemap',
  'static',
  'tag',
  'tags',
  'terms',
  'undelete',
  'upload',
  'uploads',
  'view',
]);

/**
 * Returns a title as the last part of an address (docs/rules.md, "Slugs"): lower case; every run of characters other
 * than letters and digits becomes one hyphen, with none at the ends. Diacritics are folded first (é → e, ß → ss);
 * letters of other scripts become part of a run. At most 200 characters, cut at a hyphen; empty for a title without a
 * Latin letter or digit.
 */
export function slugify(title: string): string {
  const folded = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłıħŋ]/g, (letter) => foldings[letter] ?? letter);
  const slug = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return cutAtHyphen(slug, MAX_SLUG);
}

function cutAtHyphen(slug: string, max: number): string {
  if (slug.length <= max) return slug;
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > 0 ? end : max);
}

/** Whether a slug is the name of one of our routes, so that no post may have it. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}

/**
 * Returns the first of `base`, `base-2`, `base-3` … that is neither reserved nor taken. For an empty base, the numbered
 * names of `post` (`post-2` …) are used, since `post` itself is reserved.
 */
export function uniqueSlug(base: string, isTaken: (slug: string) => boolean): string {
  return createSlugNumbers(isTaken)(base);
}

/**
 * Returns a function like `uniqueSlug` for many slugs in a row: a number that was found taken is not checked again, so
 * it must not become free later.
 */
export function createSlugNumbers(isTaken: (slug: string) => boolean): (base: string) => string {
  const lastOf = new Map<string, number>();
  return (base) => {
    const stem = base === '' ? 'post' : base;
    if (!isReservedSlug(stem) && !isTaken(stem)) return stem;
    for (let number = (lastOf.get(stem) ?? 1) + 1; ; number += 1) {
      const suffix = `-${number}`;
      const candidate = `${cutAtHyphen(stem, MAX_SLUG - suffix.length)}${suffix}`;
      if (isTaken(candidate)) continue;
      lastOf.set(stem, number - 1);
      return candidate;
    }
  };
}
