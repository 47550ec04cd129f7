import { useEffect, useRef } from 'react';
import { trusted } from '#shared/ui/html-policy.ts';
import { styleNonce } from '#shared/ui/style-nonce.ts';
import { inTheme, type LetterTheme } from './in-theme.ts';

/** The HTML of a letter, in a frame in which nothing runs, leads anywhere or reaches this page. `width` as CSS. */
export function LetterFrame({ html, theme, width }: { html: string; theme: LetterTheme; width: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Not as an attribute: React would make plain text of it, which a page with Trusted Types refuses.
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trusted(inTheme(html, theme, styleNonce()));
  }, [html, theme]);
  return (
    <iframe
      ref={frame}
      title="The letter"
      sandbox=""
      className="mx-auto h-[60dvh] max-w-full rounded-md border border-line bg-surface"
      style={{ width }}
    />
  );
}
