import { ChevronDown, CircleX, Pause, Play } from 'lucide-react';
import { useId, useState } from 'react';
import type { Letter } from '#shared/contract/letters/letters.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { LetterTroubles } from './letter-troubles.tsx';
import { letterFacts, progressText, stateWords } from './letter-words.ts';
import { useChangeLetter } from './use-letters.ts';

/** One letter: how far it has come, what can be done with it, and whom it did not reach. */
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
            className="mt-2 block h-1.5 w-full accent-accent"
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
