import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';
import { Cover } from './cover.tsx';
import { PostExcerpt, type PostInList, PostTitle } from './post-excerpt.tsx';
import { PostKicker } from './post-kicker.tsx';
import { PostMetaLine } from './post-meta-line.tsx';

interface PostCardProps {
  post: PostInList;
  /** Whether a cover stands above the headline; without one the card is a ruled note. */
  cover?: boolean;
  priority?: boolean;
  /** False where all posts of a list belong to one category. */
  kicker?: boolean;
}

/**
 * One post in a list: cover, category, headline, excerpt, meta line. The whole card links to the post. The list's style
 * decides whether the card stands in a grid or is a row.
 */
export function PostCard({ post, cover = true, priority = false, kicker = true }: PostCardProps) {
  return (
    <article className="card">
      {cover && (
        <Cover
          post={post}
          priority={priority}
          sizes="(min-width: 78rem) 23rem, (min-width: 64rem) 29vw, (min-width: 40rem) 45vw, 92vw"
          boxWidth={368}
          className="card-cover"
        />
      )}
      <div>
        {kicker && <PostKicker category={post.category} />}
        <h3 dir="auto" className="mt-1 line-clamp-3 font-serif text-xl font-semibold text-balance">
          <Link to={postPath(post.slug)} className="card-link">
            <PostTitle post={post} />
          </Link>
        </h3>
        <PostExcerpt post={post} />
        <PostMetaLine post={post} />
      </div>
    </article>
  );
}
