import type { ReactNode } from 'react';
import { PostCard } from './post-card.tsx';
import type { PostInList } from './post-excerpt.tsx';

/** Cards in one, two or three columns, or dense editorial rows. */
export type ViewMode = 'grid' | 'list';

interface PostListProps {
  posts: PostInList[];
  view?: ViewMode;
  /** Whether the reader can choose the view; `view` is then the one for readers who have chosen nothing. */
  isChosen?: boolean;
  /** The id of an element that names the list. */
  labelledBy?: string;
  /** Whether the first card's picture is fetched at once. */
  priority?: boolean;
  /** Whether each post names its category. */
  kicker?: boolean;
  /** More items, after the posts. */
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

/** Returns the class of a list, or of its placeholder, which also has `data-view` (`post-lists.css`). */
export function listClass(isChosen: boolean): string {
  return isChosen ? 'posts posts-chosen' : 'posts';
}
