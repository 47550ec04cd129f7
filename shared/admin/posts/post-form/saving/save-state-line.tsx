import { Check, CircleDot, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import type { SessionState } from '../../../editor/index.ts';
import { usePorts } from '../../../ports-context.tsx';
import { useExchangeFact } from '../../../sync/index.ts';
import { type KeptWhere, keptText, keptWhere, saveText } from './save-state-text.ts';

const icons = {
  saved: Check,
  editing: CircleDot,
  saving: LoaderCircle,
  offline: CloudOff,
  'signed-out': TriangleAlert,
  conflict: TriangleAlert,
  gone: TriangleAlert,
  locked: TriangleAlert,
};

interface SaveStateLineProps {
  state: SessionState;
  onTryAgain: () => void;
}

/** A line that always shows the form's state: on the server, and on this computer. */
export function SaveStateLine({ state, onTryAgain }: SaveStateLineProps) {
  const { clock, exchange } = usePorts();
  const { journal, save, documentId } = state;
  const status = useExchangeFact(() => exchange.statusOf(documentId));
  const isOnline = useExchangeFact((now) => now.isOnline);
  const isSignedIn = useExchangeFact((now) => now.isSignedIn);
  const where = useRef<KeptWhere>('here');
  const lastKept = useRef<number | null>(state.restored?.at || null);
  if (journal.kind === 'kept' && journal.at !== null) lastKept.current = journal.at;
  // Words that are not on the disk yet cannot be on their way to the server either.
  if (journal.kind === 'kept') where.current = keptWhere(status, { isOnline, isSignedIn }, where.current);
  const keptWords = keptText(state, lastKept.current, clock.now(), where.current);
  const Icon = icons[save.kind];
  return (
    // Not a live region: the line changes with every pause in typing. Toasts, notices and dialogs announce what needs
    // attention.
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted max-md:text-xs md:short:min-w-0 md:short:flex-nowrap md:short:text-xs">
      <span className="flex min-w-0 items-start gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {saveText(state)}
          {keptWords !== null && (
            <span className={journal.kind === 'not-kept' ? 'text-danger' : ''}> · {keptWords}</span>
          )}
        </span>
      </span>
      {save.kind === 'offline' && (
        <Button size="sm" className="shrink-0" onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </p>
  );
}
