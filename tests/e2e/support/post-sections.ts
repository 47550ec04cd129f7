import type { Locator, Page } from 'playwright/test';

/** Finds a section by its heading: "Latest Posts". */
export function section(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('region', { name, exact: true });
}

/** Finds the headlines of the posts in a section. */
export function headlines(inside: Locator): Locator {
  return inside.getByRole('heading', { level: 3 });
}

/** Returns the number of columns of a section's posts, judged by where they begin. */
export async function columnsOf(inside: Locator): Promise<number> {
  const lefts = await headlines(inside).evaluateAll((all) =>
    all.map((heading) => Math.round(heading.closest('li')?.getBoundingClientRect().left ?? 0)),
  );
  return new Set(lefts).size;
}

/** Finds the placeholders that are shown while posts are fetched. */
export function skeletonCards(inside: Locator): Locator {
  return inside.locator('[data-skeleton-card]');
}
