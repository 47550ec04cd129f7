import { Link } from '../../router.tsx';
import { authorPath, postPath, tagPath } from '../../routes.ts';
import { ShareButton } from '../../share/share-button.tsx';
import type { ShownPost, SiteInfo } from '../../site-data.ts';
import { Icon } from '../icon.tsx';
import { AuthorPicture } from './author-picture.tsx';

/** What follows a post's text: topics, sharing, the author, the posts before and after. */
export function PostFoot({ post, info }: { post: ShownPost; info: SiteInfo }) {
  return (
    <footer className="post-foot">
      {post.tagList.length > 0 && (
        <section aria-labelledby="post-topics">
          <h2 id="post-topics" className="text-lg font-semibold">
            Explore Related Topics
          </h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {post.tagList.map((tag) => (
              <li key={tag.id}>
                <Link to={tagPath(tag.slug)} className="tag">
                  #{tag.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {post.modelWords && <p className="text-sm text-muted">{modelNotes[post.modelWords]}</p>}
      <section aria-label="Author" className="post-author">
        <AuthorPicture author={post.author} className="size-16 text-xl" />
        <div className="min-w-0">
          <p className="text-sm text-muted">Written by</p>
          <p className="font-serif text-2xl font-medium">
            <Link to={authorPath(post.author.slug)} className="wrap-anywhere hover:underline">
              {post.author.name}
            </Link>
          </p>
          {post.author.bio && <p className="mt-2 text-lg text-muted text-pretty">{post.author.bio}</p>}
        </div>
        <div className="post-share">
          <p className="text-sm text-muted">Worth passing on?</p>
          <div className="flex flex-wrap gap-2">
            <Link to="/follow" className="button button-quiet gap-2">
              <Icon name="rss" />
              Follow
            </Link>
            <ShareButton post={post} info={info} />
          </div>
        </div>
      </section>
      <PostNeighbours post={post} />
    </footer>
  );
}

const modelNotes = {
  all: 'This text was written with AI.',
  part: 'Parts of this text were written with AI.',
} as const;

function PostNeighbours({ post: { category, previous, next } }: { post: ShownPost }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={`Previous and next post in ${category.name}`} className="post-neighbours">
      {previous && (
        <Link to={postPath(previous.slug)} rel="prev" className="post-neighbour">
          <span className="post-neighbour-label">
            <Icon name="arrow-left" />
            {`Previous in ${category.name}`}
          </span>
          <span className="post-neighbour-title">{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link to={postPath(next.slug)} rel="next" className="post-neighbour post-neighbour-next">
          <span className="post-neighbour-label">
            {`Next in ${category.name}`}
            <Icon name="arrow-right" />
          </span>
          <span className="post-neighbour-title">{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
