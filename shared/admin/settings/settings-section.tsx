import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { SettingsTitle } from '../settings-sections.ts';

interface SettingsSectionProps {
  title: SettingsTitle;
  hint?: ReactNode;
  /** Shown at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, hint, action, children }: SettingsSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Each request for a section is an entry of its own in the history, with its own key.
  const { key, state } = useLocation();
  const isAskedFor = state?.section === title;
  useEffect(() => {
    if (!key || !isAskedFor || !heading.current) return;
    heading.current.focus({ preventScroll: true });
    return keepInSight(heading.current);
  }, [key, isAskedFor]);
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface p-5">
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <h3 ref={heading} id={id} tabIndex={-1} className="scroll-mt-6 font-serif text-xl font-medium">
          {title}
        </h3>
        {hint && <p className="col-span-2 row-start-2 text-sm text-muted">{hint}</p>}
        {action && <div className="col-start-2 row-start-1">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/**
 * Scrolls to a heading, and again whenever sections around it have loaded and grown, until the owner does something.
 * Returns the function that ends it.
 */
function keepInSight(heading: HTMLElement): () => void {
  const listening = new AbortController();
  // The observer also calls back once at the beginning.
  const observer = new ResizeObserver(() => heading.scrollIntoView({ block: 'start' }));
  for (let element = heading.parentElement; element; element = element.parentElement) observer.observe(element);
  const end = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart'])
    window.addEventListener(type, end, { capture: true, passive: true, signal: listening.signal });
  return end;
}
