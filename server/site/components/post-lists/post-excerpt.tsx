import type { ListedPost, SearchHit } from '../../site-data.ts';
import { trustedHtml } from '../../trusted-html.ts';

/** A post in a list; a search hit also has the parts of it that matched. */
export type PostInList = ListedPost & Partial<Pick<SearchHit, 'snippet' | 'markedTitle'>>;

/** A headline; in a search hit the matching words are marked. */
export function PostTitle({ post }: { post: PostInList }) {
  return post.markedTitle ? <span {...trustedHtml(post.markedTitle)} /> : post.title;
}

/** The lines under a headline: for a search hit the matching text with the words marked, else the excerpt. */
export function PostExcerpt({ post }: { post: PostInList }) {
  if (post.snippet) return <p dir="auto" className="card-excerpt card-snippet" {...trustedHtml(post.snippet)} />;
  return post.excerpt ? (
    <p dir="auto" className="card-excerpt">
      {post.excerpt}
    </p>
  ) : null;
}
