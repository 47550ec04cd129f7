import type { PostPage } from '#shared/contract/posts/post.ts';

/**
 * The sections of a post: beside the text on wide screens, folded before the text on others. The section that is being
 * read is marked by `browser/comforts/watch-contents.ts`.
 */
export function PostContents({ contents: { sections, total } }: { contents: NonNullable<PostPage['contents']> }) {
  return (
    <nav aria-label="Contents" className="post-aside post-contents">
      {/* Scripts outside React open and mark the element. */}
      <details suppressHydrationWarning>
        <summary>Contents</summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id} dir="auto">
              <a href={`#${encodeURIComponent(id)}`} suppressHydrationWarning>
                {title}
              </a>
            </li>
          ))}
        </ol>
        {total > sections.length && <p>{`and ${(total - sections.length).toLocaleString('en-US')} more`}</p>}
      </details>
    </nav>
  );
}
