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
  /** The label for screen readers: "Output of step 3". */
  label: string;
  text: string;
  /** The text is incomplete: it is still arriving, or has broken off. */
  isPartial?: boolean;
  /** The text is growing: its end stays in sight unless the reader has scrolled away from it. */
  isArriving?: boolean;
  /** A newer output is under way, but nothing of it has arrived yet. */
  isEarlier?: boolean;
  actions?: ReactNode;
}

/**
 * A text as it arrived, never as HTML. Of a long text only the beginning and the end are drawn; Copy copies the whole
 * text.
 */
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

/** Draws a text in pieces: when it grows, only the last piece changes, and a selection in earlier pieces stays. */
function TextBlock({ children }: { children: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{children.match(PIECES) ?? ''}</p>;
}

/** A window is taken as scrolled to its end when it is nearer to the end than this, in pixels. */
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
