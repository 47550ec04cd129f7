import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLinksOutside } from './preview-pane.tsx';
import { showBlocks } from './rendered-blocks.ts';
import { usePostStyle, useRendered } from './use-rendered.ts';

/** A text that does not change, as readers would see it. */
export function RenderedText({ text }: { text: string }) {
  const source = useMemo(() => ({ current: () => text, subscribe: () => () => undefined }), [text]);
  const { blocks, fault } = useRendered(source, usePostStyle());
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (body.current) showBlocks(body.current, fault === null ? blocks : []);
  }, [blocks, fault]);
  useLinksOutside(body);
  return (
    <>
      {fault !== null && <p className="text-sm font-semibold text-danger">{fault}</p>}
      <div ref={body} dir="auto" className="prose [--text-body:1.0625rem] [&_.heading-anchor]:hidden" />
    </>
  );
}
