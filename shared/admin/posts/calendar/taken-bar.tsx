import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import { dayAfter, longDay, monthAfter } from './days.ts';

interface TakenBarProps {
  title: string;
  /** The day to which the line would go. */
  day: string;
  time: string;
  /** The number of lines that this day already has. */
  others: number;
  onDay: (day: string) => void;
  onPut: () => void;
  onCancel: () => void;
}

const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => monthAfter(day, -1),
  PageDown: (day) => monthAfter(day, 1),
};

/**
 * A line that is being moved, and the keys that move it. The bar is an application for screen readers, so that the
 * arrow keys reach it.
 */
export function TakenBar({ title, day, time, others, onDay, onPut, onCancel }: TakenBarProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) onDay(step(day));
    else if (event.key === 'Escape') onCancel();
    else if (event.key === ' ' || event.key === 'Enter') onPut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const there =
    others === 0 ? 'nothing else that day' : others === 1 ? '1 other that day' : `${others} others that day`;
  return (
    <div ref={stickyBottom} className="sticky bottom-4 z-20 mt-4">
      <section
        aria-label="Moving a post"
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-ink bg-surface p-3 shadow-xl"
      >
        <div
          ref={field}
          role="application"
          aria-label={`Moving ${title}`}
          aria-describedby="calendar-taken-keys"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 basis-64 rounded-sm"
        >
          <p className="truncate">
            Moving <span className="font-semibold">{title}</span>
          </p>
          <p aria-live="assertive" className="font-semibold text-accent">
            {longDay(day)}, {time}, {there}
          </p>
          <p id="calendar-taken-keys" className="text-xs text-muted">
            Arrow keys and Page Up, Page Down move it. Space puts it down, Escape puts it back.
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button variant="primary" size="sm" onClick={onPut}>
            Put it here
          </Button>
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </span>
      </section>
    </div>
  );
}
