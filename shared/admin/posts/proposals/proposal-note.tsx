import type { PostSummary } from '#shared/contract/posts/post.ts';
import { dateAndTime } from '../../dates.ts';

type Proposed = NonNullable<PostSummary['proposed']>;

/** "The agent “Scout”". */
export function proposerName({ name, origin }: Pick<Proposed, 'name' | 'origin'>): string {
  return `The ${origin} “${name}”`;
}

/** The note of another program on its proposal, as plain text, whatever it looks like. */
export function ProposalNote({ proposed: { note, at } }: { proposed: Proposed }) {
  return (
    <div className="mt-1 grid gap-1">
      {note !== '' && (
        <blockquote className="border-s-2 border-line-strong ps-3 whitespace-pre-line wrap-anywhere">{note}</blockquote>
      )}
      <p className="text-muted">Proposed on {dateAndTime(at)}. Read it before you publish it.</p>
    </div>
  );
}
