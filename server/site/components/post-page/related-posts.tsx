import type { Loadable } from '../../page-data.ts';
import type { ListedPost } from '../../site-data.ts';
import { LoadError } from '../load-error.tsx';
import { PostList } from '../post-lists/post-list.tsx';

/**
 * Related posts, when there are any. Nothing is shown while they load, since there may be none, and the page's footer
 * waits for them (`app.tsx`). Their room is reserved, so that a short page does not get a scrollbar when they arrive.
 */
export function RelatedPosts({ related }: { related: Loadable<ListedPost[]> }) {
  if (related.state === 'loading') return <div className="min-h-dvh" />;
  if (related.state === 'ready' && related.value.length === 0) return null;
  return (
    <section aria-labelledby="related-posts" className="related-posts">
      <div className="page-width">
        <div className="section-head">
          <h2 id="related-posts">Related Posts</h2>
        </div>
        {related.state === 'failed' ? (
          <LoadError message={related.message} />
        ) : (
          <PostList posts={related.value} labelledBy="related-posts" />
        )}
      </div>
    </section>
  );
}
