import { Info } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { usePorts } from '../ports-context.tsx';

/** localStorage: the marks that readers do not see and that were told of. */
const TOLD_KEY = 'contentDroppedMarks';

/** Says once what readers will not see; told again when it is something else. */
export function DroppedMarksNote({ dropped }: { dropped: string | null }) {
  const { localStorage } = usePorts();
  const [told, setTold] = useState(() => localStorage.get(TOLD_KEY));
  if (dropped === null || told?.includes(dropped)) return null;
  const dismiss = () => {
    localStorage.set(TOLD_KEY, dropped);
    setTold(dropped);
  };
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <Info aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-60">
        Readers do not see {dropped}: the site leaves them out.
        {dropped.startsWith('bold') && ' In Settings, “Bold and italics” can be set to Show.'}
      </p>
      <Button size="sm" onClick={dismiss}>
        Understood
      </Button>
    </div>
  );
}
