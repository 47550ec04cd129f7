import type { PostSummary } from '#shared/contract/posts.ts';
import type { Loadable } from '../../page-data.ts';
import { Failed } from '../failed.tsx';
import { LeadStory } from './lead-story.tsx';
import { PostCard } from './post-card.tsx';
import { PostList } from './post-list.tsx';

/** Stories beside the lead; what is featured beyond them stands below as a grid. */
const BESIDE_LEAD = 3;

/** The featured posts, the first of them large. Not there when nothing is featured. */
export function FeaturedPosts({ featured }: { featured: Loadable<PostSummary[]> }) {
  if (featured.state === 'loading' || (featured.state === 'ready' && featured.value.length === 0)) return null;
  return (
    <section id="featured-posts" aria-labelledby="featured-title" className="page-width scroll-mt-4 pt-12 lg:pt-16">
      <div className="section-head">
        <h2 id="featured-title">Featured Posts</h2>
      </div>
      {featured.state === 'failed' ? <Failed message={featured.message} /> : <Stories posts={featured.value} />}
    </section>
  );
}

function Stories({ posts }: { posts: PostSummary[] }) {
  const [lead, ...others] = posts;
  const beside = others.slice(0, BESIDE_LEAD);
  const below = others.slice(BESIDE_LEAD);
  return (
    <>
      <div
        className={
          beside.length > 0
            ? 'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]'
            : undefined
        }
      >
        {lead && <LeadStory post={lead} isAlone={beside.length === 0} />}
        {beside.length > 0 && (
          <ul className="beside-lead">
            {beside.map((post) => (
              <li key={post.id}>
                <PostCard post={post} cover={false} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {below.length > 0 && (
        <div className="mt-12 border-t border-line pt-10">
          {/* Rows look whole in any number, a grid only in threes. */}
          <PostList posts={below} view={below.length % 3 === 0 ? 'grid' : 'list'} labelledBy="featured-title" />
        </div>
      )}
    </>
  );
}
