import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { countText } from '../../cost-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { longText } from './long-text.ts';

interface TextWindowProps {
  /** What a screen reader calls it: "Output of step 3". */
  label: string;
  text: string;
  /** It is not all there: still arriving, or broken off. */
  isPartial?: boolean;
  /** It grows: its end stays in sight for whoever has not scrolled away from it. */
  isArriving?: boolean;
  /** A newer one is under way of which nothing is there yet. */
  isEarlier?: boolean;
  actions?: ReactNode;
}

/** A text as it came, never as HTML. However long it is, only its beginning and end are drawn; Copy gives all of it. */
export function TextWindow({
  label,
  text,
  isPartial = false,
  isArriving = false,
  isEarlier = false,
  actions,
}: TextWindowProps) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const shown = useMemo(() => longText(text), [text]);
  const box = useFollowedEnd(isArriving);
  const copy = () =>
    clipboard.writeText(text).then(
      () => toast({ title: 'Copied', description: `${countText(text.length)} characters are on the clipboard.` }),
      () => toast({ title: 'Error', description: 'The text could not be copied.', variant: 'destructive' }),
    );
  return (
    <div>
      <section
        ref={box}
        aria-label={label}
        {...scrollable}
        className="max-h-80 overflow-y-auto overscroll-contain rounded-md border border-line bg-paper px-3 py-2 text-sm"
      >
        <TextBlock>{shown.head}</TextBlock>
        {shown.hidden > 0 && (
          <>
            <p className="my-2 border-y border-dashed border-line-strong py-1.5 text-center text-xs font-semibold text-muted">
              {countText(shown.hidden)} characters are not shown here. Copy gives all of them.
            </p>
            <TextBlock>{shown.tail}</TextBlock>
          </>
        )}
      </section>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {isEarlier && <Badge tone="waiting">Earlier attempt</Badge>}
        {isPartial && <Badge tone="waiting">{isArriving ? 'Partial: still arriving' : 'Partial'}</Badge>}
        <span className="text-xs text-muted">{countText(text.length)} characters</span>
        <span className="ms-auto flex flex-wrap gap-2">
          {actions}
          <Button size="sm" onClick={copy} disabled={text === ''}>
            <Copy aria-hidden />
            Copy
          </Button>
        </span>
      </div>
    </div>
  );
}

const PIECES = /[\s\S]{1,2000}/gu;

/** In pieces: of a text that grows only the last one changes, and a selection in those before it stays. */
function TextBlock({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{children.match(PIECES) ?? ''}</p>;
}

/** How near its end, in pixels, a window counts as scrolled to it. */
const NEAR_END = 40;

function useFollowedEnd(isFollowed: boolean) {
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isFollowed && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  return box;
}
