import { usePageControls } from '../../page-context.ts';
import type { ListedPost } from '../../site-data.ts';
import { formatListDate } from '../../utc-dates.ts';

/** Author, date and reading time. */
export function PostMetaLine({ post }: { post: ListedPost }) {
  return (
    <p className="meta-line">
      <span dir="auto">{post.author.name}</span>
      <PostDate post={post} />
      <span>{`${post.readTime} min read`}</span>
    </p>
  );
}

/** The date on which a listed post was published: "Jul 09", or for another year "July 09, 2025". */
function PostDate({ post: { publishedAt } }: { post: Pick<ListedPost, 'publishedAt'> }) {
  const { year } = usePageControls();
  if (!publishedAt) return null;
  return <time dateTime={publishedAt}>{formatListDate(publishedAt, year)}</time>;
}
