import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';
import { formatShortDate } from '../../utc-dates.ts';
import { Cover } from './cover.tsx';
import { PostExcerpt, type PostInList } from './post-excerpt.tsx';
import { PostKicker } from './post-kicker.tsx';

interface PostRowProps {
  post: PostInList;
  headingLevel: 2 | 3;
}

/** One post in a list: date, headline and a line of excerpt, small cover. */
export function PostRow({ post, headingLevel }: PostRowProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)_5.5rem] gap-x-5 sm:grid-cols-[minmax(0,1fr)_9rem] lg:grid-cols-[5rem_minmax(0,1fr)_9rem] lg:gap-x-8">
      <p className="max-lg:hidden pt-0.5 text-sm text-muted">
        {post.publishedAt && <time dateTime={post.publishedAt}>{formatShortDate(post.publishedAt)}</time>}
      </p>
      <div>
        <PostKicker category={post.category} />
        <Heading dir="auto" className="mt-0.5 font-serif text-xl font-semibold text-balance">
          <Link to={postPath(post.slug)} className="card-link">
            {post.title}
          </Link>
        </Heading>
        <PostExcerpt post={post} className="mt-1 line-clamp-2 max-w-[78ch] text-muted max-sm:hidden" />
        <p className="meta-line">
          <span>{post.author.name}</span>
          {post.publishedAt && (
            <time className="lg:hidden" dateTime={post.publishedAt}>
              {formatShortDate(post.publishedAt)}
            </time>
          )}
          <span>{`${post.readTime} min read`}</span>
        </p>
      </div>
      <Cover post={post} sizes="9rem" className="self-start" />
    </article>
  );
}
