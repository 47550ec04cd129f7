import type { ReactNode } from 'react';
import { PostCard } from './post-card.tsx';
import type { PostInList } from './post-excerpt.tsx';

/** Cards in one, two or three columns, or dense editorial rows. */
export type ViewMode = 'grid' | 'list';

interface PostListProps {
  posts: PostInList[];
  view?: ViewMode;
  /** The view is the reader's to choose; `view` is that of who has not. */
  isChosen?: boolean;
  /** Id of an element that names the list. */
  labelledBy?: string;
  /** The first card's picture is fetched at once. */
  priority?: boolean;
  /** Each post names its category. */
  kicker?: boolean;
  /** More items, behind the posts. */
  children?: ReactNode;
}

/** Posts as a grid of cards or as rows. */
export function PostList({
  posts,
  view = 'grid',
  isChosen = false,
  labelledBy,
  priority = false,
  kicker = true,
  children,
}: PostListProps) {
  return (
    <ul aria-labelledby={labelledBy} className={listClass(isChosen)} data-view={view}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} priority={priority && index === 0} kicker={kicker} />
        </li>
      ))}
      {children}
    </ul>
  );
}

/** The class of a list, or of what stands in its place, with `data-view` beside it (`post-lists.css`). */
export function listClass(isChosen: boolean): string {
  return isChosen ? 'posts posts-chosen' : 'posts';
}
