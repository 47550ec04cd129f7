import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  plain: 'border-line bg-sunken text-muted',
  good: 'border-success/40 text-success',
  accent: 'border-accent/40 bg-accent-soft text-accent',
  waiting: 'border-focus/40 text-focus',
  danger: 'border-danger/40 text-danger',
} as const;
export type BadgeTone = keyof typeof tones;

/** A word for the state of something. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full border px-2 py-px text-xs font-semibold whitespace-nowrap [&_svg]:size-3',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
