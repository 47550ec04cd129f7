import { usePageControls } from '../../page-context.ts';
import type { ListedPost } from '../../site-data.ts';
import { formatListDate } from '../../utc-dates.ts';

interface PostDateProps {
  post: Pick<ListedPost, 'publishedAt'>;
  className?: string;
}

/** When a listed post was published: "Jul 09", of another year "July 09, 2025". */
export function PostDate({ post: { publishedAt }, className }: PostDateProps) {
  const { year } = usePageControls();
  if (!publishedAt) return null;
  return (
    <time className={className} dateTime={publishedAt}>
      {formatListDate(publishedAt, year)}
    </time>
  );
}
