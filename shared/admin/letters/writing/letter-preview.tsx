import { useEffect, useRef, useState } from 'react';
import type { LetterPreview as Preview } from '#shared/contract/letters/letters.ts';
import { Button } from '#shared/ui/button.tsx';
import { trusted } from '#shared/ui/html-policy.ts';
import { scrollable } from '#shared/ui/scrollable.ts';
import { styleNonce } from '#shared/ui/style-nonce.ts';

type LetterTheme = 'light' | 'dark';

const QUERY = '@media (prefers-color-scheme:dark)';

/**
 * Returns a letter as a mail program with this theme shows it, whatever the owner's own theme is. With `nonce`, its
 * style element also works in a page whose policy requires a nonce.
 */
function inTheme(html: string, theme: LetterTheme, nonce?: string): string {
  const themed = html.replace(QUERY, theme === 'dark' ? '@media all' : '@media not all');
  return nonce === undefined ? themed : themed.replace('<style>', `<style nonce="${nonce}">`);
}

const WIDTHS = { Computer: '100%', Phone: '390px' } as const;
type Width = keyof typeof WIDTHS;
type Shown = Width | 'Plain text';

/** A letter as mail programs show it: wide and narrow, light and dark, and as plain text. */
export function LetterPreview({ preview }: { preview: Preview }) {
  const [shown, setShown] = useState<Shown>('Computer');
  const [theme, setTheme] = useState<LetterTheme>('light');
  const { subject, html, text, bytes, isCut } = preview;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {(['Computer', 'Phone', 'Plain text'] as const).map((each) => (
          <Button key={each} size="sm" aria-pressed={each === shown} className={pressed} onClick={() => setShown(each)}>
            {each}
          </Button>
        ))}
        {shown !== 'Plain text' && (
          <Button
            size="sm"
            aria-pressed={theme === 'dark'}
            className={pressed}
            onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          >
            Dark
          </Button>
        )}
      </div>
      <p className="text-sm wrap-anywhere">
        <span className="text-muted">Subject: </span>
        <span className="font-semibold">{subject}</span>
        <span className="text-muted">
          {' '}
          · {Math.ceil(bytes / 1024)} KB
          {isCut && ', cut at the end of a paragraph with “Read the rest”: mail programs cut longer ones anywhere'}
        </span>
      </p>
      {shown === 'Plain text' ? (
        <pre
          {...scrollable}
          className="max-h-[60dvh] overflow-y-auto rounded-md border border-line bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      ) : (
        <LetterFrame html={html} theme={theme} width={WIDTHS[shown]} />
      )}
    </div>
  );
}

/**
 * The HTML of a letter, in a frame in which no script runs, no link opens, and nothing reaches this page. `width` is a
 * CSS length.
 */
function LetterFrame({ html, theme, width }: { html: string; theme: LetterTheme; width: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Not set as an attribute: React would turn it into plain text, which a page with Trusted Types refuses.
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

const pressed = 'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent';
