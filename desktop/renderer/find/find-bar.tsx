import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { createFindInPage, type Found } from './find-in-page.ts';

interface FindBarProps {
  /** The number of times that the bar was asked for, from 1: each time the field gets the focus. */
  asked: number;
  onClose: () => void;
}

/** The bar that finds text in the page, at the top of the window. */
export function FindBar({ asked, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [finder] = useState(() => createFindInPage(document.body));
  useEffect(() => finder.end, [finder]);
  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  const step = (by: 1 | -1) => setFound(text === '' ? null : finder.step(by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else step(event.shiftKey ? -1 : 1);
  };

  return (
    <search
      data-finder
      aria-label="Find in this page"
      className="fixed top-2 right-4 z-50 flex items-center gap-1 rounded-md border border-line-strong bg-surface p-1 shadow-lg"
    >
      <input
        ref={field}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFound(target.value === '' ? null : finder.find(target.value));
        }}
        onKeyDown={onKeyDown}
        aria-label="Text to find"
        placeholder="Find…"
        spellCheck={false}
        className="h-8 w-44 rounded-sm bg-transparent px-2 text-sm text-ink outline-offset-0"
      />
      <span role="status" className="min-w-16 px-1 text-right text-sm text-muted tabular-nums">
        {found && (found.count === 0 ? 'Not found' : `${found.current} of ${found.count}`)}
      </span>
      <IconButton label="Previous place" className="size-8" onClick={() => step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next place" className="size-8" onClick={() => step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label="Close" className="size-8" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}
