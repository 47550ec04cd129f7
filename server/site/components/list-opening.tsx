import type { ReactNode } from 'react';
import type { TopicChoice } from '../topic-label.ts';
import { FollowLink } from './follow-link.tsx';
import { Skeleton } from './skeleton-cards.tsx';
import { FollowByEmail } from './subscribe-form.tsx';

interface ListOpeningProps {
  title: string;
  /** Shown beside the title. */
  picture?: ReactNode;
  /** Shown under the title, when it is not empty. */
  text?: string | undefined;
  /** The number of posts; null while it is not known. */
  count: number | null;
  /** The path of the list, when it has feeds of its own. */
  feed?: string;
  /** The topic that can be followed by e-mail; absent where nothing can. */
  byEmail?: TopicChoice | undefined;
  /** Links to related lists. */
  children?: ReactNode;
}

/** The head of a page that lists the posts of something: of a tag, an author, a year. */
export function ListOpening({ title, picture, text, count, feed, byEmail, children }: ListOpeningProps) {
  return (
    <header className="border-b border-line">
      <div className="page-width py-12 lg:py-16">
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-6 gap-y-4">
            {picture}
            <div className="min-w-0 flex-1 basis-48">
              <h1 className="page-title line-clamp-5">
                {/* A name that is written from right to left stays beside its picture. */}
                <bdi>{title}</bdi>
              </h1>
              <p className="mt-2 text-sm text-muted">
                {count === null ? (
                  <Skeleton className="inline-block h-3 w-16" />
                ) : (
                  `${count.toLocaleString('en-US')} ${count === 1 ? 'post' : 'posts'}`
                )}
              </p>
            </div>
          </div>
          {feed && <FollowLink path={feed} name={title} />}
          {byEmail && <FollowByEmail id="subscribe-list" what={title} topics={[byEmail]} />}
        </div>
        {text && (
          <p dir="auto" className="mt-6 max-w-measure text-lg text-pretty wrap-anywhere">
            {text}
          </p>
        )}
        {children}
      </div>
    </header>
  );
}

/** The same head before the subject of the page is known. */
export function ListOpeningSkeleton({ picture }: { picture?: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="page-width py-12 lg:py-16">
        <h1 className="sr-only">Loading...</h1>
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-6 gap-y-4">
            {picture && <Skeleton className="size-20 rounded-full" />}
            <div className="min-w-0 flex-1 basis-48">
              <Skeleton className="h-12 w-72 max-w-full" />
              <Skeleton className="mt-3 h-3 w-16" />
            </div>
          </div>
          <Skeleton className="h-12 w-32" />
        </div>
        {picture && (
          // Keeps the room of two lines: most authors have a text about themselves, and for one without, little moves.
          <div className="mt-6 flex h-14 max-w-measure flex-col justify-around">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        )}
      </div>
    </header>
  );
}
