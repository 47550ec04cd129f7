import type { ListedPost } from '../../site-data.ts';
import { formatShortDate } from '../../utc-dates.ts';

/** Author, date ("Jul 09") and reading time. */
export function PostMetaLine({ post }: { post: ListedPost }) {
  return (
    <p className="meta-line">
      <span>{post.author.name}</span>
      {post.publishedAt && <time dateTime={post.publishedAt}>{formatShortDate(post.publishedAt)}</time>}
      <span>{`${post.readTime} min read`}</span>
    </p>
  );
}
