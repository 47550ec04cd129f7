import type { Services } from '#server/services/index.ts';
import type { Viewer } from '#server/services/posts.ts';
import type { PostList, SiteData } from '#server/site/site-data.ts';
import type { Asker } from '#server/workers/worker-client.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The reading site's data on the server: the services, seen with the viewer's eyes; `asker` is who searches. */
export function serverSiteData(
  { posts, categories, tags, authors, search }: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors' | 'search'>,
  viewer: Viewer,
  asker?: Asker,
): SiteData {
  return {
    categories: () => categories.list(),
    category: (slug) => categories.find(slug),
    tag: (slug) => tags.find(slug, viewer),
    author: (slug) => authors.find(slug),
    archive: () => posts.archive(),
    posts: (query): Promise<PostList> => posts.list({ ...query, published: true }, 'reader'),
    post: (slug) => posts.page(slug, viewer),
    async relatedPosts(id) {
      try {
        return await posts.related(id, viewer);
      } catch (error) {
        // The post was unpublished between two queries; its own page will say so.
        if (error instanceof AppError && error.code === 'post_not_found') return [];
        throw error;
      }
    },
    search: (query, paging) => search.search(query, paging, asker),
  };
}
