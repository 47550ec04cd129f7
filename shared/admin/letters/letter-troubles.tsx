import { useQuery } from '@tanstack/react-query';
import { type LetterTrouble, listLetterTroubles } from '#shared/contract/letters/letters.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { clockTime } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';

/** Whom a letter did not reach, or perhaps twice, with the mail server's words. */
export function LetterTroubles({ id }: { id: number }) {
  const { api } = usePorts();
  const troubles = useQuery({
    queryKey: [...queryKeys.letters, 'troubles', id],
    queryFn: ({ signal }) => api.call(listLetterTroubles, { params: { id }, signal }),
  });
  if (troubles.isError) return <LoadFailed error={troubles.error} onTryAgain={() => troubles.refetch()} />;
  if (!troubles.data) return <Skeleton className="mt-3 h-12" />;
  if (troubles.data.length === 0) return <p className="mt-3 text-sm text-muted">Who it was is not kept any more.</p>;
  return (
    <ul className="mt-3 grid gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
      {troubles.data.map((trouble) => (
        <li key={trouble.email} className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{trouble.email}</span>
          <span className="block text-muted">{troubleText(trouble)}</span>
        </li>
      ))}
    </ul>
  );
}

function troubleText({ state, answer, perhapsTwice, nextTryAt }: LetterTrouble): string {
  const said = answer === null ? '' : ` The mail server: ${answer}`;
  const twice = perhapsTwice ? ' The answer to one try was lost, so that they may have it twice.' : '';
  if (state === 'sent') return `Sent.${twice}`;
  if (state === 'failed') return `Not sent.${said}${twice}`;
  return `${nextTryAt === null ? 'Tried again.' : `Tried again at ${clockTime(nextTryAt)}.`}${said}${twice}`;
}
