import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Question } from '#shared/ui/confirm.tsx';

/** The number of findings that a question names; the panel shows all. */
const NAMED = 5;

interface NamedFindingsProps {
  red: readonly Pick<JudgeFinding, 'says'>[];
}

/** The first red findings in words, and the number of the others. */
export function NamedFindings({ red }: NamedFindingsProps) {
  return (
    <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
      {red.slice(0, NAMED).map(({ says }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice.
        <li key={index}>{says}</li>
      ))}
      {red.length > NAMED && <li>{red.length - NAMED} more.</li>}
    </ul>
  );
}

/** Returns the question when red findings stand against publishing; `note` is an additional note. */
export function publishQuestion(red: NamedFindingsProps['red'], note?: string): Question {
  return {
    title: 'Publish this post as it is?',
    description: (
      <>
        <NamedFindings red={red} />
        {note !== undefined && <p className="mt-2">{note}</p>}
      </>
    ),
    confirm: 'Publish anyway',
    cancel: 'Go back',
  };
}
