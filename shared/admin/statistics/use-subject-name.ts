import { useQuery } from '@tanstack/react-query';
import { useCategories, useTags } from '../catalog/index.ts';
import { usePorts } from '../ports-context.tsx';
import { fetchPost } from '../posts/fetch-post.ts';
import { queryKeys } from '../query-client.ts';
import type { StatisticsSubject } from './statistics-address.ts';

/** What a subject is called; its kind and number until that is known, or where it is gone. */
export function useSubjectName(subject: StatisticsSubject | null): string {
  const { api } = usePorts();
  const categories = useCategories();
  const tags = useTags();
  const post = useQuery({
    queryKey: [...queryKeys.posts, 'named', subject?.id],
    queryFn: ({ signal }) => fetchPost(api, subject?.id ?? 0, signal),
    enabled: subject?.kind === 'post',
  });
  if (subject === null) return '';
  const { kind, id } = subject;
  if (kind === 'post') return post.data?.title ?? `Post ${id}`;
  if (kind === 'category') return categories.data?.find((each) => each.id === id)?.name ?? `Category ${id}`;
  return `#${tags.data?.find((each) => each.id === id)?.name ?? id}`;
}
