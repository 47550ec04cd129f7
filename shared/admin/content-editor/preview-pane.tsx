import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollable } from '#shared/ui/scrollable.ts';
import { usePorts } from '../ports-context.tsx';
import { showBlocks } from './rendered-blocks.ts';
import type { Rendered } from './use-rendered.ts';

interface PreviewPaneProps {
  rendered: Rendered;
  /** The element in which the text scrolls: the preview scrolls along with it. */
  scroller: HTMLElement | null;
}

/** The text as readers will see it. Its links open outside the admin, except links to a place in the text. */
export const PreviewPane = memo(function PreviewPane({ rendered: { blocks, fault }, scroller }: PreviewPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const follow = useScrollAlong(scroller, pane);
  useLayoutEffect(() => {
    if (body.current) showBlocks(body.current, fault === null ? blocks : []);
    follow();
  }, [blocks, fault, follow]);
  useLinksOutside(body);
  const isEmpty = blocks.length === 0 && fault === null;
  return (
    <div className="relative h-96 min-w-0 xl:h-auto">
      <section
        ref={pane}
        aria-label="Preview"
        {...scrollable}
        className="absolute inset-0 overflow-x-hidden overflow-y-auto rounded-md border border-line bg-paper px-5 py-4 focus-visible:outline-offset-0 md:px-8"
      >
        {fault !== null && <p className="text-sm font-semibold text-danger">{fault}</p>}
        {isEmpty && <p className="text-sm text-muted">The post is shown here as readers will see it.</p>}
        <div
          ref={body}
          dir="auto"
          className="prose [--text-body:1.0625rem] [&_.heading-anchor]:hidden [&_summary]:cursor-default"
        />
      </section>
    </div>
  );
});

/**
 * Keeps the preview roughly at the same part of the text as the text field. The returned function does so at the next
 * frame; it is called when the preview shows something else.
 */
function useScrollAlong(source: HTMLElement | null, to: RefObject<HTMLElement | null>): () => void {
  const frame = useRef(0);
  const follow = useCallback(() => {
    // Sizes are read once a frame, because reading them forces a layout of the page.
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const target = to.current;
      if (!source || !target) return;
      const length = source.scrollHeight - source.clientHeight;
      if (length > 0) target.scrollTop = (source.scrollTop / length) * (target.scrollHeight - target.clientHeight);
    });
  }, [source, to]);
  useEffect(() => {
    source?.addEventListener('scroll', follow, { passive: true });
    return () => {
      source?.removeEventListener('scroll', follow);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [source, follow]);
  return follow;
}

/** Opens links in the shown content outside the admin; links to a place in the text scroll there. */
export function useLinksOutside(body: RefObject<HTMLElement | null>): void {
  const { openExternal, site } = usePorts();
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const href = link?.getAttribute('href');
      if (!href) return;
      event.preventDefault();
      if (href.startsWith('#')) element.querySelector(`[id="${CSS.escape(href.slice(1))}"]`)?.scrollIntoView();
      else openExternal(/^\/(?!\/)/.test(href) ? site.url(href) : href);
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [body, openExternal, site]);
}
