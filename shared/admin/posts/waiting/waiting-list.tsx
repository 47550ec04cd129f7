import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { timeAgo } from '../../dates.ts';
import { errorText } from '../../error-text.ts';
import { counted, FoldingBox, needing } from '../../folding-box.tsx';
import { usePorts } from '../../ports-context.tsx';
import type { Progress } from '../../waiting/index.ts';
import { ScrolledList } from '../list/scrolled-list.tsx';
import { useWaitingList, type WaitingLine } from './use-waiting-list.ts';

const ROW_HEIGHT = 72;

/**
 * What was saved, published or scheduled without an answer of the server, each with the reason; nothing when nothing
 * waits.
 */
export function WaitingList() {
  const { lines, send, takeBack } = useWaitingList();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const orTell = async ({ item }: WaitingLine, run: () => Promise<string | null>) => {
    setBusy(item.id);
    try {
      const description = await run();
      if (description !== null) toast({ title: 'It still waits', description });
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  };
  if (lines.length === 0) return null;
  return (
    <FoldingBox title={counted('Waiting to be sent', lines.length)} urgent={urgentIn(lines)}>
      <ScrolledList label="Waiting to be sent" items={lines} keyOf={({ item }) => item.id} rowHeight={ROW_HEIGHT}>
        {(line) => (
          <>
            <WaitingText line={line} />
            <div className="flex flex-wrap gap-2">
              <Link to={line.address} aria-label={`Open ${nameOf(line)}`} className={buttonClass('quiet', 'sm')}>
                Open
              </Link>
              <Button
                size="sm"
                disabled={busy !== null}
                aria-label={`${SENDS[line.asks ?? 'waits']}: ${nameOf(line)}`}
                onClick={() => orTell(line, async () => whyNotSent(line, await send(line.item)))}
              >
                {SENDS[line.asks ?? 'waits']}
              </Button>
              <Button
                size="sm"
                variant="plain"
                disabled={busy !== null}
                aria-label={`Take back: ${nameOf(line)}`}
                onClick={() => orTell(line, () => takeBack(line.item).then(() => null))}
              >
                Take back
              </Button>
            </div>
          </>
        )}
      </ScrolledList>
    </FoldingBox>
  );
}

/** Returns why an item was not sent; null when it was sent, or when the window that is sending it will report. */
function whyNotSent({ item }: WaitingLine, progress: Progress): string | null {
  if (progress === 'no-answer') return 'The server did not take it now.';
  return progress === 'waits' && item.type === 'save' ? 'Its form is open in a window, which sends it.' : null;
}

/** Returns how many items will not be sent without the owner. */
function urgentIn(lines: readonly WaitingLine[]): string | null {
  const count = lines.filter(({ asks }) => asks !== null).length;
  return count === 0 ? null : needing(count);
}

const SENDS = { waits: 'Send now', refused: 'Try again', overdue: 'Publish now' };

function WaitingText({ line }: { line: WaitingLine }) {
  const { clock } = usePorts();
  const { what, why, asks, item } = line;
  const since = item.since > 0 && timeAgo(new Date(item.since).toISOString(), Math.max(clock.now(), item.since));
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="truncate">{nameOf(line)}</p>
      <p className="text-xs text-muted">
        {what}
        {since && `, ${since}`}
      </p>
      <p className={`text-xs wrap-anywhere ${asks === null ? '' : 'text-danger'}`}>{why}</p>
    </div>
  );
}

const nameOf = ({ title }: WaitingLine) => (title === '' ? 'Untitled' : title);
