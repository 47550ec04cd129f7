import type { ListedPost } from '../../site-data.ts';
import { PostDate } from './post-date.tsx';

interface PostMetaLineProps {
  post: ListedPost;
  /** On wide screens the date stands elsewhere. */
  dateBeside?: boolean;
}

/** Author, date and reading time. */
export function PostMetaLine({ post, dateBeside = false }: PostMetaLineProps) {
  return (
    <p className="meta-line">
      <span>{post.author.name}</span>
      <PostDate post={post} {...(dateBeside && { className: 'lg:hidden' })} />
      <span>{`${post.readTime} min read`}</span>
    </p>
  );
}
