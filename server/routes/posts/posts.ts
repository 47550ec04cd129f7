import type { FastifyRequest } from 'fastify';
import { readerOf } from '#server/http/reader-of.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import type { Services } from '#server/services/index.ts';
import {
  countView,
  getArchive,
  getPost,
  listFeaturedPosts,
  listPosts,
  listRelatedPosts,
} from '#shared/contract/posts/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { setPagingHeaders } from '../paging-headers.ts';
import type { Register } from '../register.ts';

const viewerOf = (adminId: number | null) => (adminId === null ? 'reader' : 'owner');

/** A list requested with words is a search, and as expensive. */
const isSearch = ({ query }: FastifyRequest) => typeof query === 'object' && query !== null && 'q' in query;

export function addPostRoutes(register: Register, { posts, search, views, counting }: Services): void {
  register(
    listPosts,
    async ({ query, adminId, request, reply }) => {
      const found = adminId === null || !query.q?.trim() ? null : await search.rank(query.q);
      const list = adminId === null ? await posts.list(query) : await posts.listForOwner(query, found?.ids);
      setPagingHeaders(request, reply, list);
      if (found?.meant) reply.header('x-search-meant', encodeURIComponent(found.meant));
      return list.items;
    },
    { perMinute: 120, counts: isSearch },
  );

  register(listFeaturedPosts, async ({ query, request, reply }) => {
    const list = await posts.list({ ...query, featured: true });
    setPagingHeaders(request, reply, list);
    return list.items;
  });

  register(getArchive, () => posts.archive());

  register(getPost, async ({ params, adminId }) => {
    const post = await posts.page(params.slug, viewerOf(adminId));
    if (!post) throw new AppError('post_not_found');
    return post;
  });

  register(listRelatedPosts, async ({ params, adminId }) => (await posts.related(params.id, viewerOf(adminId))).posts);

  register(
    countView,
    async ({ params, query, adminId, request }) => {
      if (!(await posts.isLive(params.id))) throw new AppError('post_not_found');
      if (adminId !== null) return undefined;
      views.count(params.id, { network: clientNetwork(request.ip), userAgent: request.headers['user-agent'] ?? '' });
      counting.postRead(readerOf(request), { postId: params.id, from: query.from });
      return undefined;
    },
    { perMinute: 120 },
  );
}
