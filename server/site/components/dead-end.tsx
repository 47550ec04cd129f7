import { Link } from '../router.tsx';
import type { ListedPost } from '../site-data.ts';
import { PostList } from './post-lists/post-list.tsx';
import { SearchPageForm } from './search-page-form.tsx';

interface DeadEndProps {
  title: string;
  text: string;
  /** A link to where the reader may find what they looked for. */
  instead?: { to: string; label: string };
  /** The newest posts. */
  posts?: ListedPost[] | undefined;
}

/**
 * Says that there is nothing here, and where to continue: the search, the home page, and pages close to the one that
 * was asked for.
 */
export function DeadEnd({ title, text, instead, posts = [] }: DeadEndProps) {
  return (
    <>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-14 py-16 md:grid-cols-[minmax(0,1fr)_minmax(12rem,20rem)] md:py-28">
        <div>
          <h1 className="page-title">{title}</h1>
          <p className="mt-5 max-w-[34rem] font-serif text-xl leading-snug text-pretty text-muted">{text}</p>
          <div className="mt-10">
            <SearchPageForm query="" />
          </div>
          <p className="mt-6 flex flex-wrap gap-x-8">
            {instead && (
              <Link
                to={instead.to}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {instead.label}
              </Link>
            )}
            <Link to="/" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
              Back to the home page
            </Link>
          </p>
        </div>
        <FoldedSheet />
      </div>
      <PostsInstead posts={posts} />
    </>
  );
}

/** The newest posts, where there is nothing else to show. */
export function PostsInstead({ posts }: { posts: ListedPost[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="instead-title" className="page-width pb-16 md:pb-24">
      <div className="section-head">
        <h2 id="instead-title">Latest Posts</h2>
      </div>
      <PostList posts={posts} labelledBy="instead-title" />
    </section>
  );
}

/** The sheet of nine cells, one of them loose. The loose cell is drawn last, over its neighbours. */
function FoldedSheet() {
  return (
    <svg viewBox="0 0 300 300" aria-hidden="true" className="mx-auto w-40 max-w-full overflow-visible md:w-full">
      {[0, 1, 2, 3, 4, 6, 7, 8, 5].map((cell) => {
        const x = (cell % 3) * 100;
        const y = Math.floor(cell / 3) * 100;
        const isGone = cell === 5;
        return (
          <g key={cell} transform={isGone ? `translate(${x + 14} ${y + 34}) rotate(12 50 50)` : `translate(${x} ${y})`}>
            <rect
              x="1"
              y="1"
              width="98"
              height="98"
              className={isGone ? 'fill-accent-soft stroke-accent' : 'fill-surface stroke-line'}
              strokeWidth="1.5"
            />
            <path
              d={cell % 2 ? 'M1 99L99 1' : 'M1 1L99 99'}
              className={isGone ? 'stroke-accent' : 'stroke-line'}
              strokeWidth="1"
              opacity="0.7"
            />
          </g>
        );
      })}
    </svg>
  );
}
