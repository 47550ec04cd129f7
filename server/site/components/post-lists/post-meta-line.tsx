import type { ListedPost } from '../../site-data.ts';
import { PostDate } from './post-date.tsx';

/** Author, date and reading time. */
export function PostMetaLine({ post }: { post: ListedPost }) {
  return (
    <p className="meta-line">
      <span>{post.author.name}</span>
      <PostDate post={post} />
      <span>{`${post.readTime} min read`}</span>
    </p>
  );
}
