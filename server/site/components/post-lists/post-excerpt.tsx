import type { ListedPost } from '../../site-data.ts';
import { trustedHtml } from '../../trusted-html.ts';

/** A post in a list; a search hit brings the piece of text that matched. */
export type PostInList = ListedPost & { snippet?: string };

/** The lines under a headline: of a search hit what matched, with the words marked, else the excerpt. */
export function PostExcerpt({ post, className }: { post: PostInList; className: string }) {
  if (post.snippet) return <p dir="auto" className={className} {...trustedHtml(post.snippet)} />;
  return post.excerpt ? (
    <p dir="auto" className={className}>
      {post.excerpt}
    </p>
  ) : null;
}
