import type { PostSeries as Series } from '#shared/contract/posts/post.ts';
import { Link } from '../../router.tsx';
import { postPath } from '../../routes.ts';

interface PostSeriesProps {
  series: Series;
  /** The post on whose page the series is shown. */
  postId: number;
}

/** Says which part of its series a post is, and lists the other parts in a fold. */
export function PostSeries({ series: { name, part, total, parts }, postId }: PostSeriesProps) {
  return (
    <nav aria-label={`Series: ${name}`} className="post-aside">
      <details>
        <summary>
          {`Part ${part} of ${total} in `}
          <strong dir="auto">{name}</strong>
        </summary>
        <ol>
          {parts.map((each) => (
            <li key={each.id} value={each.part} dir="auto">
              {each.id === postId ? (
                <span aria-current="page">{each.title}</span>
              ) : (
                <Link to={postPath(each.slug)}>{each.title}</Link>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
