import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleX, Pause, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { type Letter, type LetterTrouble, listLetterTroubles } from '#shared/contract/letters/letters.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { clockTime } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { letterFacts, progressText, stateWords } from './letter-words.ts';
import { useChangeLetter } from './use-letters.ts';

/** One letter: its progress, the actions on it, and the recipients it did not reach. */
export function LetterRow({ letter }: { letter: Letter }) {
  const [isOpen, setOpen] = useState(false);
  const troublesId = useId();
  const { subject, state, reason, recipients, sent, failed, perhapsTwice, endedAt } = letter;
  const { word, tone } = stateWords[state];
  const hasTroubles = failed > 0 || perhapsTwice > 0;
  return (
    <li className="px-4 py-3.5">
      <article aria-label={subject}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <p className="min-w-0 font-semibold wrap-anywhere">{subject}</p>
          <Badge tone={tone}>{word}</Badge>
        </div>
        <p className="text-sm wrap-anywhere text-muted">{letterFacts(letter)}</p>
        {reason !== null && <p className="mt-1 text-sm wrap-anywhere text-danger">{reason}</p>}
        {endedAt === null && recipients > 0 && (
          <progress
            aria-label={`Sent of “${subject}”`}
            className="mt-2 block h-1.5 w-full"
            value={sent}
            max={recipients}
          />
        )}
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm tabular-nums">{progressText(letter)}</p>
          <div className="flex flex-wrap gap-2">
            {hasTroubles && (
              <Button
                size="sm"
                variant="plain"
                aria-expanded={isOpen}
                aria-controls={troublesId}
                onClick={() => setOpen(!isOpen)}
              >
                <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
                Addresses
              </Button>
            )}
            {endedAt === null && <Actions letter={letter} />}
          </div>
        </div>
        <div id={troublesId} hidden={!isOpen}>
          {isOpen && <LetterTroubles id={letter.id} />}
        </div>
      </article>
    </li>
  );
}

function Actions({ letter: { id, state, subject, sent, recipients } }: { letter: Letter }) {
  const confirm = useConfirm();
  const change = useChangeLetter();
  const cancel = async () => {
    const isSure = await confirm({
      title: `Cancel “${subject}”?`,
      description:
        sent === 0
          ? 'Nobody has it yet, and nobody will get it.'
          : `${sent} of ${recipients} have it already. The others will not get it.`,
      confirm: 'Cancel the letter',
      cancel: 'Keep it',
      isDangerous: true,
    });
    if (isSure) change.mutate({ id, action: 'cancel' });
  };
  const isPaused = state === 'paused';
  return (
    <>
      <Button
        size="sm"
        disabled={change.isPending}
        onClick={() => change.mutate({ id, action: isPaused ? 'resume' : 'pause' })}
      >
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
      <Button size="sm" variant="danger" disabled={change.isPending} onClick={cancel}>
        <CircleX aria-hidden />
        Cancel
      </Button>
    </>
  );
}

/** The recipients that a letter did not reach or perhaps reached twice, with the mail server's words. */
function LetterTroubles({ id }: { id: number }) {
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
