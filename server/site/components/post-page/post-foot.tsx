import { WHOLE_SITE } from '#shared/kernel/topic-text.ts';
import { Link } from '../../router.tsx';
import { authorPath, postPath, tagPath } from '../../routes.ts';
import { ShareButton } from '../../share/share-button.tsx';
import type { ShownPost, SiteInfo } from '../../site-data.ts';
import { topicChoice } from '../../topic-label.ts';
import { Icon } from '../icon.tsx';
import { SubscribeForm } from '../subscribe-form.tsx';
import { AuthorPicture } from './author-picture.tsx';

/** The most topics offered at a post's foot: the first ones of many tags. */
const MOST_OFFERED = 8;

/** The parts after a post's text: topics, sharing, the author, the posts before and after. */
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
                  <bdi>{`#${tag.name}`}</bdi>
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
            <Link to={authorPath(post.author.slug)} dir="auto" className="wrap-anywhere hover:underline">
              {post.author.name}
            </Link>
          </p>
          {post.author.bio && (
            <p dir="auto" className="mt-2 text-lg text-muted text-pretty">
              {post.author.bio}
            </p>
          )}
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
      {info.hasLetters && post.published && <PostByEmail post={post} siteName={info.name} />}
      <PostNeighbours post={post} />
    </footer>
  );
}

/** The form to follow a post's category, author and tags by e-mail. */
function PostByEmail({ post: { category, author, tagList }, siteName }: { post: ShownPost; siteName: string }) {
  const subjects = [
    ...[{ topic: { kind: 'category', targetId: category.id } as const, name: category.name }],
    ...[{ topic: WHOLE_SITE, name: '' }],
    ...[{ topic: { kind: 'author', targetId: author.id } as const, name: author.name }],
    ...tagList.map(({ id, name }) => ({ topic: { kind: 'tag', targetId: id } as const, name })),
  ];
  const topics = subjects.slice(0, MOST_OFFERED).map(({ topic, name }) => topicChoice(topic, name, siteName));
  return (
    <details className="post-by-email">
      <summary>Get new posts by email</summary>
      <SubscribeForm id="subscribe-post" topics={topics} chosen={topics.slice(0, 1).map(({ value }) => value)} />
    </details>
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
          <bdi className="post-neighbour-title">{previous.title}</bdi>
        </Link>
      )}
      {next && (
        <Link to={postPath(next.slug)} rel="next" className="post-neighbour post-neighbour-next">
          <span className="post-neighbour-label">
            {`Next in ${category.name}`}
            <Icon name="arrow-right" />
          </span>
          <bdi className="post-neighbour-title">{next.title}</bdi>
        </Link>
      )}
    </nav>
  );
}
