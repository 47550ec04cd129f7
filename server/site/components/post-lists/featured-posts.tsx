import type { Loadable } from '../../page-data.ts';
import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';
import type { ListedPost } from '../../site-data.ts';
import { LoadError } from '../load-error.tsx';
import { Cover } from './cover.tsx';
import { PostCard } from './post-card.tsx';
import { PostKicker } from './post-kicker.tsx';
import { PostList } from './post-list.tsx';
import { PostMetaLine } from './post-meta-line.tsx';

/** The number of stories beside the lead; further featured posts stand below as a grid. */
const BESIDE_LEAD = 3;

/**
 * The featured posts, the first of them large. Nothing is shown when no post is featured, or while that is not known.
 */
export function FeaturedPosts({ featured }: { featured: Loadable<ListedPost[]> }) {
  if (featured.state === 'loading' || (featured.state === 'ready' && featured.value.length === 0)) return null;
  return (
    <section
      id="featured-posts"
      aria-labelledby="featured-title"
      className="page-width scroll-mt-4 pt-4 md:pt-12 lg:pt-16"
    >
      <div className="section-head">
        <h2 id="featured-title">Featured Posts</h2>
      </div>
      {featured.state === 'failed' ? <LoadError message={featured.message} /> : <Stories posts={featured.value} />}
    </section>
  );
}

function Stories({ posts }: { posts: ListedPost[] }) {
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
          {/* Rows look complete in any number, a grid only in threes. */}
          <PostList posts={below} view={below.length % 3 === 0 ? 'grid' : 'list'} labelledBy="featured-title" />
        </div>
      )}
    </>
  );
}

/** The first of the featured posts, large. When it is the only one, its words stand beside its picture. */
function LeadStory({ post, isAlone }: { post: ListedPost; isAlone: boolean }) {
  return (
    <article
      className={
        isAlone ? 'card lg:grid lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:items-center lg:gap-x-12' : 'card'
      }
    >
      <Cover
        post={post}
        priority
        sizes="(min-width: 78rem) 46rem, (min-width: 64rem) 58vw, 92vw"
        boxWidth={736}
        className={isAlone ? 'mb-5 lg:mb-0' : 'mb-5'}
      />
      <div>
        <PostKicker category={post.category} />
        <h3 dir="auto" className="page-title mt-2 line-clamp-4">
          <Link to={postPath(post.slug)} className="card-link">
            {post.title}
          </Link>
        </h3>
        {post.excerpt && (
          <p dir="auto" className="mt-3 line-clamp-3 max-w-measure text-lg text-muted">
            {post.excerpt}
          </p>
        )}
        <PostMetaLine post={post} />
      </div>
    </article>
  );
}
