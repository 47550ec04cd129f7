import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';
import { Cover } from './cover.tsx';
import { PostDate } from './post-date.tsx';
import { PostExcerpt, type PostInList, PostTitle } from './post-excerpt.tsx';
import { PostKicker } from './post-kicker.tsx';
import { PostMetaLine } from './post-meta-line.tsx';

interface PostRowProps {
  post: PostInList;
  headingLevel: 2 | 3;
  priority?: boolean;
  /** Off where all posts of a list are of one category. */
  kicker?: boolean;
}

/** One post in a list: date, headline and a line of excerpt, small cover. */
export function PostRow({ post, headingLevel, priority = false, kicker = true }: PostRowProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)_min(5.5rem,26%)] gap-x-5 sm:grid-cols-[minmax(0,1fr)_9rem] lg:grid-cols-[5rem_minmax(0,1fr)_9rem] lg:gap-x-8">
      <p className="max-lg:hidden pt-0.5 text-sm text-muted">
        <PostDate post={post} />
      </p>
      <div>
        {kicker && <PostKicker category={post.category} />}
        <Heading dir="auto" className="mt-0.5 line-clamp-3 font-serif text-xl font-semibold text-balance">
          <Link to={postPath(post.slug)} className="card-link">
            <PostTitle post={post} />
          </Link>
        </Heading>
        <PostExcerpt
          post={post}
          className={`mt-1 max-w-[78ch] text-muted ${post.snippet ? 'line-clamp-3' : 'line-clamp-2 max-sm:hidden'}`}
        />
        <PostMetaLine post={post} dateBeside />
      </div>
      <Cover post={post} priority={priority} sizes="(min-width: 40rem) 9rem, 5.5rem" className="self-start" />
    </article>
  );
}
