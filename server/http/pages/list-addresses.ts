import type { Services } from '#server/services/index.ts';
import { authorPath, categoryPath, periodPath, tagPath } from '#server/site/routes.ts';

/** The addresses of all lists in which readers find posts: those of categories, years and months, authors, tags. */
export async function listAddresses(
  services: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors'>,
): Promise<string[]> {
  const categories = (await services.categories.list()).filter(({ postCount }) => postCount > 0);
  const months = (await services.posts.archive()).map(({ month }) => month);
  const years = new Set(months.map((month) => month.slice(0, 4)));
  return [
    ...categories.map(({ slug }) => categoryPath(slug)),
    '/archive',
    ...[...years, ...months].map(periodPath),
    ...(await services.authors.liveSlugs()).map(authorPath),
    ...(await services.tags.list('reader')).map(({ slug }) => tagPath(slug)),
  ];
}
