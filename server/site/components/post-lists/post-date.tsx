import { usePageControls } from '../../page-context.ts';
import type { ListedPost } from '../../site-data.ts';
import { formatListDate } from '../../utc-dates.ts';

/** When a listed post was published: "Jul 09", of another year "July 09, 2025". */
export function PostDate({ post: { publishedAt } }: { post: Pick<ListedPost, 'publishedAt'> }) {
  const { year } = usePageControls();
  if (!publishedAt) return null;
  return <time dateTime={publishedAt}>{formatListDate(publishedAt, year)}</time>;
}
