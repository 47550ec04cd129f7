import { Link } from 'react-router-dom';
import type { PostSummary } from '#shared/contract/posts.ts';
import { postPath } from '../../routes.ts';
import { Cover } from './cover.tsx';
import { PostKicker } from './post-kicker.tsx';
import { PostMetaLine } from './post-meta-line.tsx';

/** The first of the featured posts, large; where it is the only one its words stand beside its picture. */
export function LeadStory({ post, isAlone }: { post: PostSummary; isAlone: boolean }) {
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
        className={isAlone ? 'mb-5 lg:mb-0' : 'mb-5'}
      />
      <div>
        <PostKicker category={post.category} />
        <h3 dir="auto" className="mt-2 font-serif text-4xl font-semibold tracking-tight text-balance">
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
