import type { Locator, Page } from 'playwright/test';

/** A section by its heading: "Latest Posts". */
export function section(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('region', { name, exact: true });
}

/** Headlines of the posts in a section. */
export function headlines(inside: Locator): Locator {
  return inside.getByRole('heading', { level: 3 });
}

/** In how many columns the posts of a section stand, by where they begin. */
export async function columnsOf(inside: Locator): Promise<number> {
  const lefts = await headlines(inside).evaluateAll((all) =>
    all.map((heading) => Math.round(heading.closest('li')?.getBoundingClientRect().left ?? 0)),
  );
  return new Set(lefts).size;
}

/** What stands in the place of posts while they are fetched. */
export function skeletonCards(inside: Locator): Locator {
  return inside.locator('[data-skeleton-card]');
}
