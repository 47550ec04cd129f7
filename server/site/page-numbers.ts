import { PAGE_SIZE } from './site-data.ts';

/**
 * Returns the page numbers that page `current` offers, in a list of `total` posts: the first, the last, and those
 * around the current one; null stands where some are left out. Empty for a list of one page.
 */
export function pageNumbers(total: number, current: number): (number | null)[] {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last < 2) return [];
  const middle = Math.min(current, last);
  const offered = [1, middle - 1, middle, middle + 1, last].filter((page) => page >= 1 && page <= last);
  return [...new Set(offered)].flatMap((page, index, pages) => {
    const before = pages[index - 1] ?? 0;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [null, page] : [page];
  });
}
