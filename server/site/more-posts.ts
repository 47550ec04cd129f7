import type { PageControls } from './page-context.ts';
import type { SearchData } from './page-data.ts';
import { PAGE_SIZE, type PostList, type PostQuery, type SearchList } from './site-data.ts';

/** Fetches the next page of a list of posts; rejects on the server, where nothing is clicked. */
export async function fetchPosts({ data }: PageControls, query: PostQuery): Promise<PostList> {
  if (!data) throw new Error('More posts are fetched in the browser only');
  return data.posts({ ...query, limit: PAGE_SIZE });
}

/** Fetches the next page of search results. */
export async function fetchResults(
  { data }: PageControls,
  { query, category, order, isExact }: SearchData,
  cursor: string,
): Promise<SearchList> {
  if (!data) throw new Error('More results are fetched in the browser only');
  return data.search(query, { category, order, isExact, cursor });
}
