import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { ListPage } from '#shared/api-client/parse-paging.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { usePorts } from './ports-context.tsx';
import { noFilter } from './posts/list/post-filter.ts';
import { pageQuery } from './posts/list/use-post-pages.ts';
import { type PostStatus, postStatus } from './posts/post-status.ts';
import { queryKeys } from './query-client.ts';

/** A post as the target of a link. */
export interface FoundPost {
  id: number;
  title: string;
  /** The path on the site: "/post/a-slug". */
  path: string;
  status: PostStatus;
}

/**
 * Finds the posts that contain the words, the best match first; without words, the newest posts. Rejects only when its
 * signal is aborted.
 */
export type FindPosts = (words: string, signal: AbortSignal) => Promise<FoundPost[]>;

const SHOWN = 8;

/** Finds posts on the server; if the server cannot be asked, among the posts that this device has received before. */
export function useFindPosts(): FindPosts {
  const { api, clock } = usePorts();
  const queryClient = useQueryClient();
  return useCallback(
    async (words, signal) => {
      const posts = await searched(api, words, signal).catch(async (error: unknown) => {
        if (signal.aborted) throw error;
        // The first page of the list, which a host may have kept from before the network failed.
        await queryClient.ensureQueryData(pageQuery(api, noFilter, 1)).catch(() => undefined);
        return knownPosts(queryClient, words);
      });
      const now = clock.now();
      return posts.slice(0, SHOWN).map((post) => ({
        id: post.id,
        title: post.title,
        path: `/post/${encodeURIComponent(post.slug)}`,
        status: postStatus(post, now),
      }));
    },
    [api, clock, queryClient],
  );
}

/** Finds posts for a field, by the typed words; nothing without words. */
export function useFoundPosts(words: string): readonly FoundPost[] {
  const find = useFindPosts();
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'found', words],
    queryFn: ({ signal }) => find(words, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  return words === '' ? [] : (found.data ?? []);
}

async function searched(api: ApiClient, words: string, signal: AbortSignal): Promise<PostSummary[]> {
  const query = { ...(words !== '' && { q: words }), limit: SHOWN };
  return (await api.list(listPosts, { query, signal })).items;
}

/** Returns the posts whose titles contain the words, from all lists that were fetched so far. */
export function knownPosts(queryClient: QueryClient, words: string): PostSummary[] {
  const lists = queryClient.getQueriesData<ListPage<PostSummary>>({ queryKey: [...queryKeys.posts, 'list'] });
  const posts = new Map(lists.flatMap(([, list]) => list?.items ?? []).map((post) => [post.id, post]));
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return [...posts.values()].filter(
    ({ title, deletedAt }) => deletedAt === null && wanted.every((word) => title.toLowerCase().includes(word)),
  );
}
