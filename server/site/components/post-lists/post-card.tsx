import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';
import { Cover } from './cover.tsx';
import { PostExcerpt, type PostInList, PostTitle } from './post-excerpt.tsx';
import { PostKicker } from './post-kicker.tsx';
import { PostMetaLine } from './post-meta-line.tsx';

interface PostCardProps {
  post: PostInList;
  headingLevel?: 2 | 3;
  /** A cover above the headline; without one the card is a ruled note. */
  cover?: boolean;
  priority?: boolean;
  /** Off where all posts of a list are of one category. */
  kicker?: boolean;
}

/** One post in a grid: cover, category, headline, excerpt, meta line. The whole card leads to the post. */
export function PostCard({ post, headingLevel = 3, cover = true, priority = false, kicker = true }: PostCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="card">
      {cover && (
        <Cover
          post={post}
          priority={priority}
          sizes="(min-width: 78rem) 23rem, (min-width: 64rem) 29vw, (min-width: 40rem) 45vw, 92vw"
          className="mb-4"
        />
      )}
      {kicker && <PostKicker category={post.category} />}
      <Heading dir="auto" className="mt-1.5 line-clamp-3 font-serif text-xl font-semibold text-balance">
        <Link to={postPath(post.slug)} className="card-link">
          <PostTitle post={post} />
        </Link>
      </Heading>
      <PostExcerpt post={post} className="card-excerpt" />
      <PostMetaLine post={post} />
    </article>
  );
}
