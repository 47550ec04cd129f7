import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { comparedTexts, postFieldNames, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { dateAndTime } from '../../dates.ts';
import type { RevisionTexts } from './difference.ts';
import { TextDifference } from './text-difference.tsx';

interface RevisionViewProps {
  revision: PostRevision;
  current: RevisionTexts;
}

/** The fields shown between the title and the content of a whole version. */
const between = comparedTexts.filter((name) => name !== 'title' && name !== 'slug' && name !== 'content');

/** Returns the label of a field; for a field that only a newer program knows, its stored name. */
function labelOf(name: string): string {
  const known = postFieldNames.find((each) => each === name);
  return known === undefined ? name : postFieldTable[known].label;
}

/** A version: the changes that restoring it would make to the text in the form, and its whole text. */
export function RevisionView({ revision, current }: RevisionViewProps) {
  const isSame = comparedTexts.every((name) => revision[name] === current[name]);
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Version {revision.version} stood until {dateAndTime(revision.createdAt)}.{' '}
        {isSame ? (
          'Its texts are those of the form.'
        ) : (
          <>
            Restoring it takes away what is <del className="text-danger">struck through</del> and brings back what is{' '}
            <ins className="text-success">underlined</ins>.
          </>
        )}
      </p>
      {revision.unread && (
        <p className="text-sm text-danger">
          Of this version these cannot be read here, and stay as they are: {revision.unread.map(labelOf).join(', ')}.
        </p>
      )}
      {comparedTexts.map((name) => (
        <TextDifference
          key={name}
          label={postFieldTable[name].label}
          before={current[name]}
          after={revision[name]}
          isMono={name === 'slug' || name === 'content'}
        />
      ))}
      <details>
        <summary className="cursor-default text-sm font-semibold">The whole text of this version</summary>
        <div className="mt-2 rounded-md border border-line p-3 wrap-anywhere whitespace-pre-wrap">
          <p className="font-serif text-xl font-medium">{revision.title}</p>
          {between.map((name) => (
            <p key={name} className="text-muted">
              {revision[name]}
            </p>
          ))}
          <p className="mt-3 font-mono text-sm">{revision.content}</p>
        </div>
      </details>
    </div>
  );
}
