import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';

interface FoldingBoxProps {
  title: string;
  /** What needs the owner, said where the box is folded as well; null for nothing. */
  urgent?: string | null;
  children: ReactNode;
}

/**
 * A box over a list, for what is to be known before it. In a low window it is one line, which opens, so that the list
 * stays in sight; `children` are made only while it is open.
 */
export function FoldingBox({ title, urgent = null, children }: FoldingBoxProps) {
  const heading = useId();
  const isLow = useLowWindow();
  /** What the owner has chosen here; null for nothing yet. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? !isLow;
  return (
    <section aria-labelledby={heading} className="mb-5 rounded-md border border-line-strong bg-sunken short:mb-2">
      <details
        open={isOpen}
        className="group"
        onToggle={({ currentTarget }) => {
          // It is told as well when the window has folded it.
          if (currentTarget.open !== isOpen) setChosen(currentTarget.open);
        }}
      >
        <summary className="flex min-h-11 items-center gap-x-3 px-4 short:min-h-9">
          <h3 id={heading} className="min-w-0 truncate font-semibold">
            {title}
          </h3>
          {urgent !== null && <span className="min-w-0 truncate text-sm text-danger">{urgent}</span>}
          <ChevronDown aria-hidden className="ms-auto size-4 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        {isOpen && <div className="px-4 pb-4">{children}</div>}
      </details>
    </section>
  );
}

/** The title of a box of several; one alone is not counted. */
export const counted = (title: string, count: number): string => (count > 1 ? `${title}: ${count}` : title);

/** What is urgent in a box: how many of what it holds do not go on by themselves. */
export const needing = (count: number): string => (count === 1 ? '1 needs you' : `${count} need you`);

/** As the variant `short` of the admin's style sheet. */
const LOW = '(max-height: 40rem)';

function useLowWindow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(LOW);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(LOW).matches,
  );
}
