import { useDeferredValue, useId } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#shared/ui/button.tsx';
import { draftAddress, editAddress } from '../post-address.ts';
import { useFoundDrafts } from './use-found-drafts.ts';

/** What was written on this computer, is no post yet, and has the words of the search. */
export function FoundDrafts({ search }: { search: string }) {
  const drafts = useFoundDrafts(useDeferredValue(search.trim()));
  const heading = useId();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-4 rounded-md border border-line-strong bg-sunken p-4">
      <h3 id={heading} className="font-semibold">
        {drafts.length === 1 ? 'A draft with these words' : `${drafts.length} drafts with these words`}
      </h3>
      <ul className="mt-2 grid max-h-60 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">
        {drafts.map(({ id, title, postId }) => (
          <li key={id} className="flex items-center justify-between gap-x-4">
            <p className="min-w-0">
              <span className="block truncate">{title.trim() || 'Untitled'}</span>
              <span className="block text-xs text-muted">{postId === null ? 'New post' : 'Changes to a post'}</span>
            </p>
            <Link
              to={postId === null ? draftAddress(id) : editAddress(postId)}
              aria-label={`Open ${title.trim() || 'Untitled'}`}
              className={buttonClass('quiet', 'sm')}
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
