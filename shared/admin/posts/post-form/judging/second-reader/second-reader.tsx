import { BookOpenCheck } from 'lucide-react';
import { useStore } from 'zustand';
import type { SecondReading } from '#shared/contract/second-readings.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { timeAgo } from '../../../../dates.ts';
import { OfferingButton } from '../../../../offer-commands.tsx';
import { usePorts } from '../../../../ports-context.tsx';
import { ReadingFindings } from './reading-findings.tsx';
import { readBy, readingPrice } from './reading-words.ts';
import type { SecondReaderState, SecondReaderStore } from './second-reader-store.ts';

interface SecondReaderProps {
  desk: SecondReaderStore;
  /** Whether a second reader can be asked, and the former reading, as the judge reports them. */
  reader: { isOn: boolean; reading: SecondReading | null };
  isReadOnly: boolean;
  goTo: (place: { start: number; end: number }) => void;
}

/**
 * In the side panel: the findings of a model that has read the post, and a button to request a reading (docs/rules.md,
 * "Second reader").
 */
export function SecondReader({ desk, reader, isReadOnly, goTo }: SecondReaderProps) {
  const state = useStore(desk);
  const { clock } = usePorts();
  const shown = newest(reader.reading, state);
  return (
    <section aria-label="Second reader" className="mt-4 grid gap-2 border-t border-line pt-3 text-sm">
      <h4 className="flex items-center gap-2 font-semibold">
        <BookOpenCheck aria-hidden className="size-4 text-muted" />
        Second reader
      </h4>
      {shown === null && state.kind === 'idle' && (
        <p className="text-muted">
          A model reads title, excerpt and text, and says what an editor would. It changes nothing.
        </p>
      )}
      {shown !== null && (
        <>
          {!shown.isCurrent && (
            <p role="status" className="flex flex-wrap items-center gap-2">
              <Badge tone="waiting">Out of date</Badge>
              The post says something else since.
            </p>
          )}
          <ReadingFindings findings={shown.findings} goTo={goTo} />
          <p className="text-xs wrap-anywhere text-muted">{readBy(shown, timeAgo(shown.readAt, clock.now()))}</p>
        </>
      )}
      {reader.isOn && <Asking {...{ desk, state, isReadOnly }} hasReading={shown !== null} />}
    </section>
  );
}

/** Returns the newest reading: the judge's report comes later than a reading that was just made. */
function newest(reading: SecondReading | null, state: SecondReaderState): SecondReading | null {
  const fresh = state.kind === 'idle' ? state.fresh : null;
  return fresh !== null && (reading === null || fresh.readAt > reading.readAt) ? fresh : reading;
}

interface AskingProps {
  desk: SecondReaderStore;
  state: SecondReaderState;
  isReadOnly: boolean;
  hasReading: boolean;
}

const ASKING = {
  reading: 'Reading…',
  slow: 'Reading… It takes long. A provider that is busy is asked again by itself.',
  unanswered: 'The server does not answer; it is asked again…',
} as const;

function Asking({ desk, state, isReadOnly, hasReading }: AskingProps) {
  switch (state.kind) {
    case 'idle':
      return (
        <OfferingButton
          command="Have It Read"
          words={['second reader', 'judge', 'fact check', 'ai']}
          size="sm"
          className="justify-self-start"
          disabled={isReadOnly}
          onClick={() => void desk.look()}
        >
          {hasReading ? 'Read again' : 'Have it read'}
        </OfferingButton>
      );
    case 'pricing':
      return <p className="text-muted">Counting what it would take…</p>;
    case 'priced':
      return (
        <div className="grid gap-2">
          <p role="status">{readingPrice(state.foreseen)}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="primary" onClick={() => void desk.ask()}>
              Read
            </Button>
            <Button size="sm" variant="plain" onClick={() => desk.back()}>
              Cancel
            </Button>
          </div>
        </div>
      );
    case 'refused':
      return (
        <div className="grid gap-2">
          <p role="alert" className="wrap-anywhere text-danger">
            {state.message}
          </p>
          <Button size="sm" variant="plain" className="justify-self-start" onClick={() => desk.back()}>
            Close
          </Button>
        </div>
      );
    case 'asking':
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Spinner className="[&>svg]:size-4" />
          <p role="status" className="text-muted">
            {ASKING[state.how]}
          </p>
          <Button size="sm" onClick={() => desk.stop()}>
            Stop
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className="grid gap-2">
          <p role="alert" className="wrap-anywhere text-danger">
            {state.message}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isReadOnly} onClick={() => void desk.tryAgain()}>
              Try again
            </Button>
            <Button size="sm" variant="plain" onClick={() => desk.back()}>
              Close
            </Button>
          </div>
        </div>
      );
  }
}
