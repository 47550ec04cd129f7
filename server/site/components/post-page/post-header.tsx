import type { Category } from '#shared/contract/categories.ts';
import { updatedOn } from '../../modified.ts';
import { Link } from '../../router.tsx';
import { authorPath, categoryPath } from '../../routes.ts';
import { ShareButton } from '../../share/share-button.tsx';
import type { ShownPost, SiteInfo } from '../../site-data.ts';
import { formatLongDate } from '../../utc-dates.ts';
import { CategoryIcon, Icon } from '../icon.tsx';
import { AuthorPicture } from './author-picture.tsx';

/** The lengths in characters from which a headline is set smaller, and smaller again. */
const LONG_TITLE = 45;
const VERY_LONG_TITLE = 100;
/** The usual length of an excerpt in characters. A longer excerpt repeats the text: only its first lines are shown. */
const LONG_EXCERPT = 160;
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

interface PostHeaderProps {
  post: ShownPost;
  info: SiteInfo;
  owner: boolean;
}

/** Category, date, title, subtitle, excerpt, author, reading time, views, and the actions for the post. */
export function PostHeader({ post, info, owner }: PostHeaderProps) {
  return (
    <header className={post.featuredImage ? 'post-opening' : 'post-opening post-opening-plain'}>
      <div className="page-width">
        <div className="post-heading">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 md:justify-center">
            <CategoryBadge category={post.category} />
            <Dates post={post} />
          </p>
          <h1 dir="auto" className={`page-title ${titleSize(post.title)}`}>
            {post.title}
          </h1>
          {post.subtitle && (
            <p dir="auto" className="mt-3 font-serif text-2xl leading-snug text-balance wrap-anywhere">
              {post.subtitle}
            </p>
          )}
          {post.excerpt && (
            <p
              dir="auto"
              className={post.excerpt.length > LONG_EXCERPT ? 'post-excerpt post-excerpt-long' : 'post-excerpt'}
            >
              {post.excerpt}
            </p>
          )}
        </div>
        <div className="post-meta">
          <p className="flex min-w-0 flex-1 basis-48 items-center gap-3 text-left">
            <AuthorPicture author={post.author} className="size-11" />
            <span>
              <Link
                to={authorPath(post.author.slug)}
                dir="auto"
                className="block font-semibold wrap-anywhere hover:underline"
              >
                {post.author.name}
              </Link>
              <span className="block text-sm text-muted">
                {post.readTime} min read
                {post.views > 0 && (
                  <>
                    {' '}
                    <span aria-hidden="true">·</span> {viewCount(post.views)}
                  </>
                )}
              </span>
            </span>
          </p>
          <div className="flex flex-wrap items-center gap-2">
            {owner && (
              <a href={`/admin?edit=${post.id}`} className="button button-quiet gap-2">
                <Icon name="pencil" />
                Edit
              </a>
            )}
            <ShareButton post={post} info={info} />
          </div>
        </div>
      </div>
      {!post.featuredImage && <FoldedStrip seed={post.id} />}
    </header>
  );
}

function titleSize({ length }: string): string {
  if (length > VERY_LONG_TITLE) return 'post-title-very-long';
  return length > LONG_TITLE ? 'post-title-long' : '';
}

/** The date of publication and, when the post was changed a day later or more, the date of the update. */
function Dates({ post }: { post: ShownPost }) {
  if (!post.published || !post.publishedAt) return <span className="font-semibold text-muted">Draft</span>;
  const updated = updatedOn(post);
  return (
    <>
      <time dateTime={post.publishedAt} className="text-sm text-muted">
        {formatLongDate(post.publishedAt)}
      </time>
      {updated && (
        <time dateTime={updated} className="text-sm text-muted">
          {`Updated on ${formatLongDate(updated)}`}
        </time>
      )}
    </>
  );
}

/** Returns "1 view", "12,345 views": the same on every machine, whatever its language. */
function viewCount(views: number): string {
  return views === 1 ? '1 view' : `${views.toLocaleString('en-US')} views`;
}

/** A category's icon and name in its colour, as a link to its page. */
function CategoryBadge({ category }: { category: Category }) {
  return (
    <Link to={categoryPath(category.slug)} className={`badge ${category.color}`}>
      <CategoryIcon icon={category.icon} />
      {category.name}
    </Link>
  );
}

/**
 * Nine cells of the folded sheet side by side, in one category's tints: the opening of a post without a picture. The
 * same seed gives the same strip. The shapes are those of the sprite (`renderSprite`).
 */
function FoldedStrip({ seed }: { seed: number }) {
  const strong = (seed * 5 + 2) % 9;
  return (
    <svg className="folded-strip" viewBox="0 0 900 100" aria-hidden="true" focusable="false">
      {CELLS.map((cell) => {
        // 4 and 9 have no common divisor: nine cells, nine different shapes.
        const shape = (seed * 7 + cell * 4) % 9;
        const turn = ((seed + cell * cell) % 4) * 90;
        return (
          <use
            key={cell}
            href={`#fold-${shape}`}
            x={cell * 100}
            width="100"
            height="100"
            className={cell === strong ? 'fill-category/80' : 'fill-category-mid'}
            transform={turn ? `rotate(${turn} ${cell * 100 + 50} 50)` : undefined}
          />
        );
      })}
    </svg>
  );
}
