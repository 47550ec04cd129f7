import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownPost } from '../site-data.ts';
import { formatLongDate } from '../utc-dates.ts';

/** Tells the owner that a post is not live, and links to its form. Readers never see this notice. */
function DraftNotice({ post: { id, published, publishedAt } }: { post: ShownPost }) {
  const state =
    published && publishedAt
      ? `Scheduled: this post goes live on ${formatLongDate(publishedAt)} at ${publishedAt.slice(11, 16)} UTC.`
      : 'This post is a draft.';
  return (
    <div role="note" className="bg-mark">
      <p className="page-width flex flex-wrap items-center justify-between gap-x-5">
        <span className="py-2">
          <strong>{state}</strong> Nobody but you can see it.
        </span>
        <a href={`/admin?edit=${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Edit this post
        </a>
      </p>
    </div>
  );
}

/** The viewer of a post that has no page of its own: somebody with its share link, or the owner before a save. */
export type UnpublishedKind = 'shared' | 'preview';

const notices: Record<UnpublishedKind, { state: string; text: string }> = {
  shared: {
    state: 'This post is not published.',
    text: 'You see it as it was last saved, by a link that was given to you.',
  },
  preview: { state: 'Preview.', text: 'This is how what you typed would look. Nothing of it was saved for this page.' },
};

/** Returns the notice above such a page, as HTML. On the server only. */
export function unpublishedNotice(kind: UnpublishedKind): string {
  const { state, text } = notices[kind];
  return renderToStaticMarkup(
    <div role="note" className="bg-mark">
      <p className="page-width py-2">
        <strong>{state}</strong> {text}
      </p>
    </div>,
  );
}

/** Returns the notice that readers do not see a post, as HTML; undefined for a live post. On the server only. */
export function draftNotice(post: ShownPost, now: Date): string | undefined {
  const isLive = post.published && post.publishedAt !== null && post.publishedAt <= now.toISOString();
  return isLive ? undefined : renderToStaticMarkup(<DraftNotice post={post} />);
}
