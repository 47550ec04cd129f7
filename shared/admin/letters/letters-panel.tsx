import { PenLine } from 'lucide-react';
import { useState } from 'react';
import type { LettersState } from '#shared/contract/letters/letters.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { clockTime, dateAndTime } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { OperatorHelp } from '../operator-help.tsx';
import { LetterRow } from './letter-row.tsx';
import { missingText, subscribers } from './letter-words.ts';
import { LetterSettings } from './settings/letter-settings.tsx';
import { useLetters, useLettersState } from './use-letters.ts';
import { WriteLetter } from './writing/write-letter.tsx';

/**
 * Letters: whether they can be sent, the list of them, writing one by hand, and the settings (docs/rules.md,
 * "Letters").
 */
export function LettersPanel() {
  const state = useLettersState();
  const [isWriting, setWriting] = useState(false);
  const canSend = state.data?.hasMailServer === true && state.data.missing.length === 0;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-labelledby="all-letters" className="min-w-0">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h3 id="all-letters" className="font-serif text-xl font-medium">
            All letters
          </h3>
          <OfferingButton
            command="Write a Letter"
            words={['newsletter', 'send', 'mail']}
            variant="primary"
            disabled={!canSend}
            onClick={() => setWriting(true)}
          >
            <PenLine aria-hidden />
            Write a letter
          </OfferingButton>
        </div>
        {state.data && <Standing state={state.data} />}
        <LetterList canSend={canSend} />
      </section>
      <LetterSettings />
      <Dialog isOpen={isWriting} onClose={() => setWriting(false)} title="Write a letter" place="wide">
        <WriteLetter ownerEmail={state.data?.ownerEmail ?? ''} onDone={() => setWriting(false)} />
      </Dialog>
    </div>
  );
}

const note = 'mb-4 rounded-md border-s-4 bg-sunken px-4 py-3 text-sm wrap-anywhere';

/** Says why nothing is sent, if that is so, and what is sent next. */
function Standing({ state }: { state: LettersState }) {
  const { hasMailServer, missing, rest, nextDigestAt, nextDigestPosts } = state;
  if (!hasMailServer)
    return (
      <div className={`${note} border-danger`}>
        <p>No letter can be sent: the server knows no mail server.</p>
        <OperatorHelp>
          Set <code>SMTP_URL</code> and restart it.
        </OperatorHelp>
      </div>
    );
  if (missing.length > 0)
    return <p className={`${note} border-danger`}>No letter goes out before you set {missingText(missing)}.</p>;
  const posts = nextDigestPosts === 1 ? '1 post' : `${nextDigestPosts} posts`;
  return (
    <>
      {rest && (
        <p role="status" className={`${note} border-danger`}>
          Letters rest until {clockTime(rest.until)} and go on by themselves. The mail server: {rest.reason}
        </p>
      )}
      <p className="mb-4 text-sm text-muted">
        {subscribers(state.subscribers)}.
        {nextDigestAt !== null &&
          ` Next digest on ${dateAndTime(nextDigestAt)}${nextDigestPosts === 0 ? ', if there is something new' : `, with ${posts} so far`}.`}
      </p>
    </>
  );
}

function LetterList({ canSend }: { canSend: boolean }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useLetters();
  const letters = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && letters.length === 0) return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  if (letters.length === 0)
    return (
      <EmptyState title="No letters yet">
        {canSend
          ? 'Posts are sent by themselves once you turn that on, or write one by hand from a post.'
          : 'Those that are sent stand here. What is missing before one can be sent is said above.'}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {letters.map((letter) => (
          <LetterRow key={letter.id} letter={letter} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4 w-full" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading...' : 'Older letters'}
        </Button>
      )}
    </>
  );
}
