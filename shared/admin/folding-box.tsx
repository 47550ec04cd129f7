import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';

interface FoldingBoxProps {
  title: string;
  /** What needs the owner; shown even while the box is folded. Null for nothing. */
  urgent?: string | null;
  children: ReactNode;
}

/**
 * A box above a list, for what the owner should know first. In a low window the box is folded to one line that can be
 * opened, so that the list stays visible. `children` are rendered only while the box is open.
 */
export function FoldingBox({ title, urgent = null, children }: FoldingBoxProps) {
  const heading = useId();
  const isLow = useLowWindow();
  /** Whether the owner has opened or folded the box; null if they have done neither. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? !isLow;
  return (
    <section aria-labelledby={heading} className="mb-5 rounded-md border border-line-strong bg-sunken short:mb-2">
      <details
        open={isOpen}
        className="group"
        onToggle={({ currentTarget }) => {
          // The event also fires when the window's height has folded the box.
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

/** Returns the title of a box, with the number of entries if there are several. */
export const counted = (title: string, count: number): string => (count > 1 ? `${title}: ${count}` : title);

/** Says how many entries of a box need the owner, because they do not continue by themselves. */
export const needing = (count: number): string => (count === 1 ? '1 needs you' : `${count} need you`);

/** The same condition as the variant `short` of the admin's style sheet. */
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
