import type { PageData } from '../../page-data.ts';
import type { SiteData } from '../../site-data.ts';
import { publishedAuthors, searchPublished } from './search-published.ts';

/**
 * Creates the data of a published site: only its search is made in the browser, every other page is a file. `opened` is
 * the page that was opened; `others` answers the calls that no published page makes.
 */
export function createPublishedData(opened: PageData, others: SiteData): SiteData {
  const categories = opened.screen === 'search' ? opened.categories : [];
  return {
    ...others,
    search: (query, { page, cursor, ...choices }) => searchPublished(query, { ...choices, page, cursor }),
    authorsNamed: publishedAuthors,
    // The categories that the page names all hold posts.
    categoriesWithPosts: async () => categories,
  };
}
