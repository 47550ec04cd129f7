import type { ViewMode } from '../../page-context.ts';
import { PostCard } from './post-card.tsx';
import type { PostInList } from './post-excerpt.tsx';
import { PostRow } from './post-row.tsx';

interface PostListProps {
  posts: PostInList[];
  view?: ViewMode;
  /** Level of each post's headline; the section's own heading is one less. */
  headingLevel?: 2 | 3;
  /** Id of an element that names the list. */
  labelledBy?: string;
  /** The first card's picture is fetched at once. */
  priority?: boolean;
  /** Each post names its category. */
  kicker?: boolean;
}

/** Posts as a grid of cards (one, two or three columns) or as dense editorial rows. */
export function PostList({
  posts,
  view = 'grid',
  headingLevel = 3,
  labelledBy,
  priority = false,
  kicker = true,
}: PostListProps) {
  return (
    <ul aria-labelledby={labelledBy} className={view === 'grid' ? 'post-grid' : 'post-rows'}>
      {posts.map((post, index) => (
        <li key={post.id}>
          {view === 'grid' ? (
            <PostCard post={post} headingLevel={headingLevel} priority={priority && index === 0} kicker={kicker} />
          ) : (
            <PostRow post={post} headingLevel={headingLevel} priority={priority && index === 0} kicker={kicker} />
          )}
        </li>
      ))}
    </ul>
  );
}
