import type { PostSummary } from '#shared/contract/posts.ts';
import { trustedHtml } from '../../trusted-html.ts';

/** A post as lists show it; a search hit brings the piece of text that matched. */
export type ListedPost = PostSummary & { snippet?: string };

/** The lines under a headline: of a search hit what matched, with the words marked, else the excerpt. */
export function PostExcerpt({ post, className }: { post: ListedPost; className: string }) {
  if (post.snippet) return <p dir="auto" className={className} {...trustedHtml(post.snippet)} />;
  return post.excerpt ? (
    <p dir="auto" className={className}>
      {post.excerpt}
    </p>
  ) : null;
}
